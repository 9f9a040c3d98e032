import type { RefreshInProgress } from '../../config/store-memory.js'
import type { SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { finishLater } from '../../context/run-later.js'
import { recordEvent } from '../../context/record-event.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import { endsBefore } from '../../http/ends-before.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { findRefreshServer, requestRefresh, type RefreshAnswer } from '../../oauth/refresh.js'
import type { RelyingParty } from '../../oauth/relying-party.js'
import type { Server } from '../../oauth/server.js'
import { keysOf } from '../../store/account-keys.js'
import { countRefusals, failedHolder } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import {
  countFailure,
  findAnswer,
  forgetAnswer,
  keepAnswer,
  type NewAnswer,
} from '../unsaved-answers.js'
import { requireInTime } from './database-limit.js'
import { endLease, explainFailure, isRefusal, requireNoPause } from './failed-refresh.js'
import { leaseMillisecondsFor, RefreshLease } from './refresh-lease.js'
import {
  isAccountGone,
  revokeAnswer,
  storeRefreshToken,
  storeTokens,
  type Refreshed,
} from './store-tokens.js'
import { nameOf } from './token-memory.js'
import {
  defaultValidity,
  isReplaced,
  readAgain,
  readInTime,
  requireReplaced,
  type TokenOwner,
} from './token-owner.js'

/** How long a process waits after the lease of another one should have ended. */
const millisecondsBeyondLease = 5000
const shortestLook = 100
const longestLook = 500

/** Whether this process is refreshing an account. */
export function isRefreshing(ctx: SignInContext, account: AdapterAccount): boolean {
  return openRefreshes(ctx).has(flightOf(ctx, account))
}

/**
 * Refreshes the tokens of an account and returns the account. All calls of this process share one
 * refresh.
 */
export async function refreshOnce(
  owner: TokenOwner,
  account: AdapterAccount,
): Promise<AdapterAccount> {
  let isShared = true
  const refreshed = await share(owner, account, flightOf(owner.ctx, account), () => {
    isShared = false
    return refreshInTurn(owner, account)
  })
  // The call that began the refresh may have read the account before this one did.
  return isShared ? requireReplaced(owner, account, refreshed) : refreshed
}

/**
 * Stores the refresh token of an answer that the database did not take, if a sign-in without a refresh
 * token has replaced the other tokens since. Without this, the token that was sent would stay until the
 * sign-in's access token expires, and the answer may be lost by then.
 */
export async function storeWaitingToken(
  owner: TokenOwner,
  account: AdapterAccount,
): Promise<AdapterAccount> {
  const { ctx } = owner
  const answer = findAnswer(ctx, account)
  if (!answer || !isReplaced(answer.account, account)) return account
  const lease = new RefreshLease(ctx, account, answer.holders)
  try {
    // It may leave the account as it is, so no refresh may share it.
    const name = `${flightOf(ctx, account)} waiting`
    return await share(owner, account, name, async () => {
      // Without the lease, the attempts would last for seconds, and count as failures of the database.
      if (!(await takeOrLog(ctx, lease, account))) return account
      return storeAnswer(owner, answer, lease, storeRefreshToken)
    })
  } catch (thrown) {
    if (thrown instanceof ReauthRequired) throw thrown
    // The answer is still kept, and the account may have a valid access token.
    ctx.log.error(thrown)
    return account
  }
}

/** Runs work for all calls of this process that need it. One that was cut off is begun anew. */
async function share(
  owner: TokenOwner,
  account: AdapterAccount,
  name: string,
  work: () => Promise<AdapterAccount>,
): Promise<AdapterAccount> {
  const { ctx } = owner
  const refreshes = openRefreshes(ctx)
  const known = refreshes.get(name)
  if (known) {
    if (await endsBefore(ctx.config.runtime, known.result, known.until)) return known.result
    if (refreshes.get(name) === known) refreshes.delete(name)
    return share(owner, account, name, work)
  }
  const result = work().finally(() => {
    if (refreshes.get(name) === flight) refreshes.delete(name)
  })
  const longest = leaseMillisecondsFor(account) + millisecondsBeyondLease
  const flight = { result, until: ctx.config.runtime.clock() + longest }
  refreshes.set(name, flight)
  finishLater(ctx, result)
  return result
}

/** Returns the refreshes of this process, without those that were cut off. */
function openRefreshes(ctx: SignInContext): Map<string, RefreshInProgress> {
  const { refreshes } = operationsOf(ctx).accountTokens.memory
  const now = ctx.config.runtime.clock()
  for (const [name, { until }] of refreshes) if (until <= now) refreshes.delete(name)
  return refreshes
}

function flightOf(ctx: SignInContext, account: AdapterAccount): string {
  return `${nameOf(ctx, account)} ${account.refresh_token ?? ''}`
}

/**
 * Refreshes the tokens unless another process does. The lease covers the token request and the storing
 * of its answer only, so the server is found before.
 */
async function refreshInTurn(owner: TokenOwner, account: AdapterAccount): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  operationsOf(ctx).accountTokens.requireLeases()
  requireNoPause(owner, account)
  try {
    const server = await findRefreshServer(provider.party)
    const lease = new RefreshLease(ctx, account, findAnswer(ctx, account)?.holders)
    let current = account
    // If only the reply was lost, the row has the lease.
    let isLeased = await takeOrLog(ctx, lease, account)
    for (;;) {
      if (!isLeased) current = await waitForTurn(owner, account, lease)
      if (isReplaced(account, current)) return current
      const refreshed = await refreshLeased(owner, current, server, lease)
      if (refreshed) return refreshed
      isLeased = false
    }
  } catch (thrown) {
    throw explainFailure(owner, account, thrown)
  }
}

/** Takes a lease. Returns false if the database does not answer. */
async function takeOrLog(
  { log }: SignInContext,
  lease: RefreshLease,
  account: AdapterAccount,
): Promise<boolean> {
  try {
    return await lease.take(account)
  } catch (thrown) {
    if (!(thrown instanceof AdapterError)) throw thrown
    log.error(thrown)
    return false
  }
}

/**
 * Waits until another process has refreshed the tokens, and returns the account. If the other lease
 * ends, takes it and returns the account with its old tokens.
 */
async function waitForTurn(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  const longestWait = lease.milliseconds + millisecondsBeyondLease
  let look = shortestLook
  for (let waited = 0; waited <= longestWait; waited += look) {
    const current = await readAgain(owner, account)
    if (isReplaced(account, current)) return current
    const isLeased = await lease.take(current).catch(async (thrown: unknown) => {
      // The row may have the lease. Without an answer to store, it would only make others wait.
      if (!findAnswer(ctx, current)) await lease.end(current)
      throw thrown
    })
    if (isLeased) return current
    const left = (current.refreshLeaseEnds ?? 0) - ctx.config.runtime.clock()
    // After the pause, another process may have taken the lease since the read.
    if (left > 0 && current.refreshLease?.startsWith(failedHolder)) {
      throw new TokenUnavailable(
        `The tokens of "${provider.id}" could not be refreshed a moment ago. Try again later.`,
        Math.ceil(left / 1000),
      )
    }
    await ctx.config.runtime.sleep(look)
    look = Math.min(look * 2, longestLook)
  }
  throw new TokenUnavailable(
    `Another process has been refreshing the tokens of "${provider.id}" for too long. Try again later.`,
    lease.milliseconds / 1000,
  )
}

/** Refreshes the tokens with a lease. Returns undefined if another process has taken it since. */
async function refreshLeased(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  lease: RefreshLease,
): Promise<AdapterAccount | undefined> {
  const { ctx } = owner
  let current = account
  try {
    for (;;) {
      const read = current
      const isWaiting = findAnswer(ctx, read) !== undefined
      const stored = await readLeased(owner, read, lease)
      if (!stored) return undefined
      current = stored
      // An earlier call has stored the answer in the meantime. The row may have been read before that.
      if (isWaiting && !findAnswer(ctx, read) && !isReplaced(account, stored)) continue
      const answer = findAnswer(ctx, stored)
      if (answer && isOutdated(ctx, answer, stored))
        current = await storeAnswer(owner, answer, lease, storeRefreshToken)
      // Another process may have extended the same tokens before the lease began.
      if (isReplaced(account, current)) {
        if (!answer) forgetAnswer(ctx, account)
        await lease.end(current)
        return current
      }
      if (current === stored) break
    }
    return await sendOrStore(owner, current, server, lease)
  } catch (thrown) {
    if (isRefusal(thrown)) return markRefused(owner, current, thrown.providerCode, lease)
    if (findAnswer(ctx, current)) await holdLease(owner, current, lease)
    else await endLease(owner, current, lease, { thrown, refusals: countRefusals(account) })
    throw thrown
  }
}

/** A database that does not answer in time for so often is too slow for a refresh. */
const mostReads = 3

/**
 * Reads an account whose refresh token may then be sent at once. Between the lease and the read, the
 * lease may have ended, and another process may have sent the token. Returns undefined if it has the
 * lease.
 */
async function readLeased(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
): Promise<AdapterAccount | undefined> {
  for (let read = 0; read < mostReads; read += 1) {
    const current = await readAgain(owner, account)
    if (isReplaced(account, current)) return current
    if (!current.refresh_token) throw owner.requireSignIn('no-token')
    if (lease.covers(current)) return current
    if (!(await lease.take(current))) return undefined
  }
  throw new TokenUnavailable('The database is too slow to refresh tokens. Try again later.', 1)
}

/** Sends the refresh token, unless the answer to it is known and only has to be stored. */
async function sendOrStore(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  lease: RefreshLease,
): Promise<AdapterAccount> {
  const answer = findAnswer(owner.ctx, account) ?? (await send(owner, account, server, lease))
  return storeAnswer(owner, answer, lease, (refreshed) => storeTokens(refreshed, server))
}

/**
 * Sends the refresh token. A new one is kept before the app's code reads the answer, and the answer
 * before the first attempt to store it. Both may end with their request, and the next call of this
 * process would send the token again.
 */
async function send(
  { ctx, provider }: TokenOwner,
  account: AdapterAccount,
  server: Server,
  lease: RefreshLease,
): Promise<NewAnswer> {
  const sent = account.refresh_token ?? ''
  const party = withLeaseCheck(provider.party, lease)
  const keep = (refreshed: RefreshAnswer): NewAnswer => {
    const answer = { ...refreshed, account, holders: [lease.holder], failures: 0 }
    keepAnswer(ctx, answer)
    return answer
  }
  try {
    return keep(await requestRefresh(party, server, account, sent, keep))
  } catch (thrown) {
    // What was kept is no refresh token, as the app's `conform` has found.
    forgetAnswer(ctx, account)
    throw thrown
  }
}

/** The app's `prepare` may take longer than the lease, and another process may send the token then. */
function withLeaseCheck(party: RelyingParty, lease: RefreshLease): RelyingParty {
  const { prepare } = party.token
  if (!prepare) return party
  const checked: typeof prepare = async (request, context) => {
    const changes = await prepare(request, context)
    if (lease.allowsRequest()) return changes
    throw new TokenUnavailable(
      `The function \`prepare\` of the provider "${party.id}" took too long. Try again.`,
      1,
    )
  }
  return { ...party, token: { ...party.token, prepare: checked } }
}

/**
 * Whether only the refresh token of an answer can be used, because the answer has waited for too long,
 * or because the account has other tokens by now.
 */
function isOutdated(
  { config }: SignInContext,
  { account, tokens }: NewAnswer,
  stored: AdapterAccount,
): boolean {
  const now = config.runtime.clock() / 1000
  const isExpired = (tokens.expires_at ?? Infinity) - defaultValidity <= now
  return isExpired || isReplaced(account, stored)
}

/**
 * Stores an answer. It is kept until the row is known to have its refresh token or other tokens,
 * because the token that was sent may be spent.
 */
async function storeAnswer(
  owner: TokenOwner,
  answer: NewAnswer,
  lease: RefreshLease,
  store: (refreshed: Refreshed) => Promise<AdapterAccount>,
): Promise<AdapterAccount> {
  const { ctx } = owner
  const { account, tokens, failure } = answer
  const refuse = (current: AdapterAccount, code: string): Promise<AdapterAccount> =>
    markRefused(owner, current, code, lease)
  const settle = (): void => forgetAnswer(ctx, account)
  try {
    return await store({ owner, account, answer: tokens, failure, refuse, lease, settle })
  } catch (thrown) {
    // Another call of this process may have stored it.
    countFailure(ctx, answer)
    throw thrown
  }
}

/** Keeps the lease of a process that has an answer to store. Another one would send the token again. */
async function holdLease(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
): Promise<void> {
  const { ctx } = owner
  try {
    if (!(await lease.take(account))) await readInTime(owner, account)
  } catch (thrown) {
    const answer = findAnswer(ctx, account)
    if (answer && isAccountGone(thrown)) {
      forgetAnswer(ctx, account)
      revokeAnswer(owner, answer.tokens)
      throw thrown
    }
    // The lease ends by itself.
    if (!(thrown instanceof ReauthRequired)) ctx.log.error(thrown)
  }
}

/**
 * Marks an account whose refresh token cannot be used any more. If the tokens were replaced in the
 * meantime, the refusal is about a token that is not in use any more.
 */
async function markRefused(
  owner: TokenOwner,
  account: AdapterAccount,
  error: string,
  lease: RefreshLease,
): Promise<AdapterAccount> {
  const { ctx, user, provider, requireSignIn } = owner
  const changes = {
    refresh_token: null,
    refreshFailed: error,
    refreshLease: null,
    refreshLeaseEnds: null,
  }
  const swapped = operationsOf(ctx).accountTokens.swap(account, changes)
  const isMarked = await requireInTime(ctx, 'swapTokens', swapped).catch(
    async (thrown: unknown) => {
      // The database may have written without saying so.
      if (thrown instanceof AdapterError && (await hasMark(owner, account))) return true
      await lease.end(account)
      throw thrown
    },
  )
  if (!isMarked) {
    const current = await readInTime(owner, account)
    await lease.end(current)
    return requireReplaced(owner, account, current)
  }
  ctx.log.warn(
    'token-refresh-refused',
    `The provider "${provider.id}" has ended a grant ("${error}"). The user has to sign in there again.`,
  )
  await recordEvent(ctx, {
    event: 'token-refused',
    outcome: 'refused',
    userId: user.id,
    provider: provider.id,
  })
  await emitEvent(ctx, 'tokenRefused', { user, account: keysOf(account), error })
  throw requireSignIn('refused')
}

async function hasMark(owner: TokenOwner, account: AdapterAccount): Promise<boolean> {
  try {
    await readInTime(owner, account)
    return false
  } catch (thrown) {
    return thrown instanceof ReauthRequired && thrown.code === 'refused'
  }
}
