import type { SignInContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { finishLater } from '../../context/run-later.js'
import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { hiddenInLogs } from '../../errors/hidden-values.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import { endsBefore } from '../../http/ends-before.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { JWT } from '../../model/records.js'
import type { AccessTokenOptions } from '../../model/tokens.js'
import type { Exchange } from '../../oauth/oauth-memory.js'
import {
  findRefreshServer,
  OtherUserRefreshed,
  requestRefresh,
  verifyRefreshed,
} from '../../oauth/refresh.js'
import { currentClaims } from '../../session/jwt-strategy.js'
import {
  askerOf,
  millisecondsBetweenReplacements,
  provideToken,
  requireValidity,
  type UsableToken,
} from './access-token.js'
import { startOf } from '../../session/session-start.js'
import { withCure } from './cure-url.js'
import { isAnswered, isRefusal, otherUserCode, pauseOf } from './failed-refresh.js'
import { keepTokens, readTokens } from './kept-token-cookie.js'
import { requireOwnIssuer } from './require-own-issuer.js'
import { subjectCheck, withTokens } from './store-tokens.js'
import { nameOf, remember } from './token-memory.js'
import type { TokenAsker } from './token-owner.js'

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

/** A request, and the start of its session. */
interface KeptAsker extends TokenAsker {
  readonly session: number | undefined
}

/** Returns an access token that is kept in a cookie, and replaces the cookie when it is refreshed. */
export async function findKeptToken(
  ctx: SignInContext,
  provider: ResolvedOAuthProvider,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  requireValidity(options)
  const claims = await currentClaims(ctx)
  if (!claims) throw new SessionRequired('The visitor is not signed in.')
  const asker = { ...askerOf(ctx, provider), session: startOf(claims) }
  const kept = await readTokens(ctx, provider.id, claims)
  try {
    return await findIn(asker, claims, kept, options)
  } catch (thrown) {
    const refusals = kept ? await countKeptRefusals(asker, kept) : 0
    throw await withCure(asker, claims.sub ?? '', options, thrown, {
      granted: kept?.scope,
      refusals,
    })
  }
}

async function findIn(
  asker: KeptAsker,
  claims: JWT,
  kept: AdapterAccount | undefined,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  const { ctx } = asker
  const { accountId = kept?.providerAccountId } = options
  if (!kept || kept.providerAccountId !== accountId) throw asker.requireSignIn('no-account')
  await requireOwnIssuer(asker, kept)
  const account = await newestOf(asker, kept)
  let current = account
  try {
    return await provideToken(asker, account, options, {
      mayReplace: () => mayReplace(asker, account),
      refresh: async () => {
        current = await exchange(asker, account)
        if (current.refreshFailed) throw asker.requireSignIn('refused')
        if (findExchange(asker, current)?.state === 'failed')
          throw unavailable(asker, pauseLeft(asker, current))
        return current
      },
      noteReplaced: () => noteReplaced(asker, account),
    })
  } finally {
    if (current !== kept) await keepTokens(ctx, claims, current)
  }
}

/** Follows refreshes whose cookie the browser did not have yet when it sent this request. */
async function newestOf(asker: KeptAsker, kept: AdapterAccount): Promise<AdapterAccount> {
  let account = kept
  // A provider may return to a refresh token of before.
  const followed = new Set<string>()
  for (
    let name = exchangeName(asker, account);
    !followed.has(name);
    name = exchangeName(asker, account)
  ) {
    const known = findExchange(asker, account)
    if (!known) return account
    followed.add(name)
    const current = account
    account = (await join(asker, known).catch(() => current)) ?? current
  }
  return account
}

async function countKeptRefusals(asker: KeptAsker, kept: AdapterAccount): Promise<number> {
  const { exchanges } = asker.provider.party.memory
  return exchanges.get(exchangeName(asker, await newestOf(asker, kept)))?.refusals ?? 0
}

/** Seconds until a refresh token may be sent. */
function pauseLeft(asker: KeptAsker, account: AdapterAccount): number {
  const until = findExchange(asker, account)?.until ?? 0
  const seconds = Math.ceil((until - asker.ctx.config.runtime.clock()) / 1000)
  return Math.max(seconds, 1)
}

function findExchange(asker: KeptAsker, account: AdapterAccount): Exchange | undefined {
  const { ctx, provider } = asker
  const known = provider.party.memory.exchanges.get(exchangeName(asker, account))
  return known && known.until > ctx.config.runtime.clock() ? known : undefined
}

/**
 * A provider may give the same refresh token to two users, who must not share a result, or again at a
 * new sign-in, whose tokens an earlier refresh must not replace.
 */
function exchangeName({ session }: KeptAsker, account: AdapterAccount): string {
  const { provider, providerAccountId, userId, refresh_token: token } = account
  return JSON.stringify([provider, userId, providerAccountId, session, token ?? ''])
}

/** Waits for an exchange of another request. Undefined if it was cut off with that request. */
async function join(
  { ctx }: TokenAsker,
  { result, until }: Exchange,
): Promise<AdapterAccount | undefined> {
  const hasEnded = await endsBefore(ctx.config.runtime, result, until)
  return hasEnded ? (result as Promise<AdapterAccount>) : undefined
}

/** Sends a refresh token once. Requests that have the same one share the result, or the failure. */
async function exchange(asker: KeptAsker, account: AdapterAccount): Promise<AdapterAccount> {
  const { ctx, provider } = asker
  const { exchanges } = provider.party.memory
  const { clock } = ctx.config.runtime
  const name = exchangeName(asker, account)
  const known = findExchange(asker, account)
  if (known) {
    const shared = await join(asker, known)
    if (shared) return shared
    if (exchanges.get(name) === known) exchanges.delete(name)
    return exchange(asker, account)
  }
  const refusals = exchanges.get(name)?.refusals ?? 0
  const result = refresh(asker, account, refusals)
  const until = clock() + longestExchange
  const entry: Exchange = { result, state: 'pending', until, refusals }
  rememberExchange(asker, name, entry)
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

function rememberExchange({ ctx, provider }: TokenAsker, name: string, entry: Exchange): void {
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
  asker: KeptAsker,
  account: AdapterAccount,
  refusals: number,
): Promise<AdapterAccount> {
  const { provider } = asker
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
      if (renewed.refresh_token !== sent)
        party.memory.exchanges.delete(exchangeName(asker, renewed))
      return renewed
    } catch (thrown) {
      if (thrown instanceof OtherUserRefreshed) {
        warn(asker, thrown)
        return refuse(asker, account, otherUserCode)
      }
      // The old refresh token may be worthless by now. The other tokens may be another user's.
      const rotated = { ...account, refresh_token: answer.refresh_token ?? sent }
      pause(asker, rotated, failureOf(asker, thrown, refusals), refusals)
      return rotated
    }
  } catch (thrown) {
    if (isRefusal(thrown)) return refuse(asker, account, thrown.providerCode)
    throw failureOf(asker, thrown, refusals)
  }
}

/** Logs why a refresh failed, and returns the error for the callers. */
function failureOf(asker: KeptAsker, thrown: unknown, refusals: number): TokenUnavailable {
  warn(asker, thrown)
  const { message, retryAfter } = unavailable(asker, pauseOf(thrown, refusals))
  return new (isAnswered(thrown) ? RefreshRefused : TokenUnavailable)(message, retryAfter)
}

/** The refresh token after an invalid answer waits like one that was refused. */
function pause(
  asker: KeptAsker,
  account: AdapterAccount,
  failure: TokenUnavailable,
  refusals: number,
): void {
  const result = Promise.reject<AdapterAccount>(failure)
  // Whoever asks for it gets the failure.
  result.catch(() => undefined)
  rememberExchange(asker, exchangeName(asker, account), {
    result,
    state: 'failed',
    until: asker.ctx.config.runtime.clock() + failure.retryAfter * 1000,
    refusals: failure instanceof RefreshRefused ? refusals + 1 : refusals,
  })
}

function warn({ ctx, provider }: TokenAsker, thrown: unknown): void {
  const log = thrown instanceof Error ? ctx.log.hiding(hiddenInLogs(thrown)) : ctx.log
  log.warn('token-refresh-failed', `The tokens of "${provider.id}" were not refreshed.`, thrown)
}

function unavailable({ provider }: TokenAsker, seconds: number): TokenUnavailable {
  return new TokenUnavailable(
    `The tokens of "${provider.id}" could not be refreshed. Try again in ${seconds} seconds.`,
    seconds,
  )
}

/** The cookie keeps the refusal, so that the provider is not asked again. */
async function refuse(
  { ctx, provider }: TokenAsker,
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

function mayReplace(asker: KeptAsker, account: AdapterAccount): boolean {
  // The other calls that met the same refusal share the refresh.
  if (findExchange(asker, account)?.state === 'pending') return true
  const { ctx, provider } = asker
  const { rejections } = provider.party.memory
  const now = ctx.config.runtime.clock()
  const name = nameOf(ctx, account)
  return (rejections.get(name) ?? 0) <= now
}

function noteReplaced({ ctx, provider }: TokenAsker, account: AdapterAccount): void {
  const until = ctx.config.runtime.clock() + millisecondsBetweenReplacements
  remember(provider.party.memory.rejections, nameOf(ctx, account), until)
}
