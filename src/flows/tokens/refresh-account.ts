import type { SignInContext } from '../../context/context.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { findRefreshServer } from '../../oauth/refresh.js'
import type { Server } from '../../oauth/server.js'
import { operationsOf } from '../../store/operations.js'
import { countFailure, findAnswer, forgetAnswer, type NewAnswer } from '../unsaved-answers.js'
import { endLease, explainFailure, isRefusal, requireNoPause } from './failed-refresh.js'
import { millisecondsBeyondLease, RefreshLease } from './refresh-lease.js'
import { storeRefreshToken, storeTokens } from './store-tokens.js'
import {
  defaultValidity,
  isReplaced,
  readInTime,
  requireReplaced,
  type TokenOwner,
} from './token-owner.js'
import { refreshKeyOf, shareRefresh } from './share-refresh.js'
import { waitForTurn } from './wait-for-turn.js'
import { isAccountGone, revokeAnswer, type Refreshed } from './write-tokens.js'
import { markRefused } from './mark-refused.js'
import { sendRefresh } from './send-refresh.js'

/**
 * Refreshes the tokens of an account and returns the account. All calls of this process share one
 * refresh.
 */
export async function refreshOnce(
  owner: TokenOwner,
  account: AdapterAccount,
): Promise<AdapterAccount> {
  let isShared = true
  const refreshed = await shareRefresh(owner, account, refreshKeyOf(owner.ctx, account), () => {
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
  const lease = new RefreshLease(ctx, account)
  try {
    // It may leave the account as it is, so no refresh may share it.
    const name = `${refreshKeyOf(ctx, account)} waiting`
    return await shareRefresh(owner, account, name, async () => {
      // Without the lease, the attempts would last for seconds, and count as failures of the database.
      if (!(await lease.tryTake(account))) return account
      const stored = await storeAnswer(owner, answer, lease, storeRefreshToken)
      await lease.release(stored)
      return stored
    })
  } catch (thrown) {
    if (thrown instanceof ReauthRequired) throw thrown
    // The answer is still kept, and the account may have a valid access token.
    ctx.log.error(thrown)
    return account
  }
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
    const lease = new RefreshLease(ctx, account)
    const until = ctx.config.runtime.clock() + lease.milliseconds + millisecondsBeyondLease
    let current = account
    // If only the reply was lost, the row has the lease.
    let isLeased = await lease.tryTake(account)
    for (;;) {
      if (!isLeased) current = await waitForTurn(owner, account, lease, until)
      if (isReplaced(account, current)) return current
      const refreshed = await refreshLeased(owner, current, server, lease)
      if (refreshed) return refreshed
      isLeased = false
    }
  } catch (thrown) {
    throw explainFailure(owner, account, thrown)
  }
}

/** Refreshes the tokens with a lease. Returns undefined if another process may have taken it since. */
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
    else await endLease(owner, current, lease, thrown)
    throw thrown
  }
}

/** A database that does not answer in time for so often is too slow for a refresh. */
const mostReads = 3

/**
 * Reads an account whose refresh token may then be sent at once. Between the lease and the read, the
 * lease may have ended, and another process may have sent the token. Returns undefined if it may have
 * the lease.
 */
async function readLeased(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
): Promise<AdapterAccount | undefined> {
  for (let read = 0; read < mostReads; read += 1) {
    const current = await readInTime(owner, account)
    if (isReplaced(account, current)) return current
    if (!current.refresh_token) throw owner.requireSignIn('no-token')
    if (lease.covers(current)) return current
    if (!(await lease.tryTake(current))) return undefined
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
  const answer =
    findAnswer(owner.ctx, account) ?? (await sendRefresh(owner, account, server, lease))
  return storeAnswer(owner, answer, lease, (refreshed) => storeTokens(refreshed, server))
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
  const markStored = (): void => forgetAnswer(ctx, account)
  try {
    return await store({ owner, account, answer: tokens, failure, refuse, lease, markStored })
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
