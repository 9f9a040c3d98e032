import { recordEvent } from '../../context/record-event.js'
import { finishLater } from '../../context/run-later.js'
import { hiddenInLogs } from '../../errors/hidden-values.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import { endsBefore } from '../../http/ends-before.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { Exchange } from '../../oauth/oauth-memory.js'
import {
  findRefreshServer,
  OtherUserRefreshed,
  requestRefresh,
  verifyRefreshed,
} from '../../oauth/refresh.js'
import { isAnswered, isRefusal, otherUserCode, pauseOf } from './failed-refresh.js'
import { subjectCheck } from './store-tokens.js'
import { withTokens } from './token-columns.js'
import type { TokenCall } from './token-owner.js'

/**
 * How long requests that were sent with the old cookie get the new access token if the refresh token
 * is the same. A spent refresh token is remembered for longer, because it must not be sent again.
 */
const millisecondsOfMemory = 60_000

const mostExchanges = 1000

/**
 * Milliseconds, for more than all requests of a refresh can take. One that lasts longer was cut off
 * with the request that began it.
 */
const longestExchange = 60_000

/** A call that needs a token, and the start of its session. */
export interface KeptTokenCall extends TokenCall {
  readonly session: number | undefined
}

export function findExchange(call: KeptTokenCall, account: AdapterAccount): Exchange | undefined {
  const { ctx, provider } = call
  const known = provider.party.memory.exchanges.get(exchangeName(call, account))
  return known && known.until > ctx.config.runtime.clock() ? known : undefined
}

/**
 * A provider may give the same refresh token to two users, who must not share a result, or again at a
 * new sign-in, whose tokens an earlier refresh must not replace.
 */
export function exchangeName({ session }: KeptTokenCall, account: AdapterAccount): string {
  const { provider, providerAccountId, userId, refresh_token: token } = account
  return JSON.stringify([provider, userId, providerAccountId, session, token ?? ''])
}

/** Waits for an exchange of another request. Undefined if it was cut off with that request. */
export async function join(
  { ctx }: TokenCall,
  { result, until }: Exchange,
): Promise<AdapterAccount | undefined> {
  const hasEnded = await endsBefore(ctx.config.runtime, result, until)
  return hasEnded ? (result as Promise<AdapterAccount>) : undefined
}

/** Sends a refresh token once. Requests that have the same one share the result, or the failure. */
export async function exchangeKeptToken(
  call: KeptTokenCall,
  account: AdapterAccount,
): Promise<AdapterAccount> {
  const { ctx, provider } = call
  const { exchanges } = provider.party.memory
  const { clock } = ctx.config.runtime
  const name = exchangeName(call, account)
  const known = findExchange(call, account)
  if (known) {
    const shared = await join(call, known)
    if (shared) return shared
    if (exchanges.get(name) === known) exchanges.delete(name)
    return exchangeKeptToken(call, account)
  }
  const refusals = exchanges.get(name)?.refusals ?? 0
  const result = refresh(call, account, refusals)
  const until = clock() + longestExchange
  const entry: Exchange = { result, state: 'pending', until, refusals }
  rememberExchange(call, name, entry)
  finishLater(ctx, result)
  result.then(
    ({ refresh_token: token }) => {
      entry.state = token && token !== account.refresh_token ? 'replaced' : 'renewed'
      entry.until = entry.state === 'replaced' ? Infinity : clock() + millisecondsOfMemory
    },
    (thrown: unknown) => {
      entry.state = 'failed'
      const seconds = thrown instanceof TokenUnavailable ? thrown.retryAfter : pauseOf(thrown)
      entry.until = clock() + seconds * 1000
      if (thrown instanceof RefreshRefused) entry.refusals += 1
    },
  )
  return result
}

function rememberExchange({ ctx, provider }: TokenCall, name: string, entry: Exchange): void {
  const { exchanges } = provider.party.memory
  const now = ctx.config.runtime.clock()
  // One that is in flight stays, because a second request with its token would spend it twice.
  for (const [oldest, { state, until }] of exchanges) {
    const isInFlight = state === 'pending' && until > now
    if (exchanges.size >= mostExchanges && !isInFlight) exchanges.delete(oldest)
  }
  // Set again, it is not the oldest one.
  exchanges.delete(name)
  exchanges.set(name, entry)
}

/** The provider answers, but not with tokens. It may do so forever. */
class RefreshRefused extends TokenUnavailable {}

async function refresh(
  call: KeptTokenCall,
  account: AdapterAccount,
  refusals: number,
): Promise<AdapterAccount> {
  const { provider } = call
  const { party } = provider
  try {
    const server = await findRefreshServer(party)
    const sent = account.refresh_token ?? ''
    const { tokens: answer, failure } = await requestRefresh(party, server, account, sent)
    try {
      if (failure) throw failure
      const isOwn = subjectCheck(provider, account)
      const tokens = await verifyRefreshed(party, server, account, answer, isOwn)
      const renewed = withTokens(provider, account, tokens)
      // A provider may return to a refresh token of before, which then is not spent any more.
      if (renewed.refresh_token !== sent) party.memory.exchanges.delete(exchangeName(call, renewed))
      return renewed
    } catch (thrown) {
      if (thrown instanceof OtherUserRefreshed) {
        warn(call, thrown)
        return refuse(call, account, otherUserCode)
      }
      // The old refresh token may be worthless by now. The other tokens may be another user's.
      const rotated = { ...account, refresh_token: answer.refresh_token ?? sent }
      pause(call, rotated, failureOf(call, thrown, refusals), refusals)
      return rotated
    }
  } catch (thrown) {
    if (isRefusal(thrown)) return refuse(call, account, thrown.providerCode)
    throw failureOf(call, thrown, refusals)
  }
}

/** Logs why a refresh failed, and returns the error for the callers. */
function failureOf(call: KeptTokenCall, thrown: unknown, refusals: number): TokenUnavailable {
  warn(call, thrown)
  const { message, retryAfter } = unavailable(call, pauseOf(thrown, refusals))
  return new (isAnswered(thrown) ? RefreshRefused : TokenUnavailable)(message, retryAfter)
}

/** The refresh token after an invalid answer waits like one that was refused. */
function pause(
  call: KeptTokenCall,
  account: AdapterAccount,
  failure: TokenUnavailable,
  refusals: number,
): void {
  const result = Promise.reject<AdapterAccount>(failure)
  // Each call that joins the exchange gets the failure. This handler only prevents an unhandled rejection.
  result.catch(() => undefined)
  rememberExchange(call, exchangeName(call, account), {
    result,
    state: 'failed',
    until: call.ctx.config.runtime.clock() + failure.retryAfter * 1000,
    refusals: failure instanceof RefreshRefused ? refusals + 1 : refusals,
  })
}

function warn({ ctx, provider }: TokenCall, thrown: unknown): void {
  const log = thrown instanceof Error ? ctx.log.hiding(hiddenInLogs(thrown)) : ctx.log
  log.warn('token-refresh-failed', `The tokens of "${provider.id}" were not refreshed.`, thrown)
}

export function unavailable({ provider }: TokenCall, seconds: number): TokenUnavailable {
  return new TokenUnavailable(
    `The tokens of "${provider.id}" could not be refreshed. Try again in ${seconds} seconds.`,
    seconds,
  )
}

/** The cookie keeps the refusal, so that the provider is not asked again. */
async function refuse(
  { ctx, provider }: TokenCall,
  account: AdapterAccount,
  error: string,
): Promise<AdapterAccount> {
  ctx.log.warn(
    'token-refresh-refused',
    `The provider "${provider.id}" has ended a grant ("${error}"). The user has to sign in there again.`,
  )
  const { userId } = account
  await recordEvent(ctx, {
    event: 'token-refused',
    outcome: 'refused',
    userId,
    provider: provider.id,
  })
  return { ...account, refresh_token: undefined, refreshFailed: error }
}
