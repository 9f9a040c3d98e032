import type { SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { randomToken } from '../../crypto/random.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { proofKeyOf } from '../../oauth/proof-key.js'
import { findRefreshServer, requestRefresh } from '../../oauth/refresh.js'
import type { Server } from '../../oauth/server.js'
import { keysOf } from '../../store/account-keys.js'
import { failedHolder } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { findAnswer, forgetAnswer, keepAnswer, type NewAnswer } from '../unsaved-answers.js'
import { endLease, explainFailure, isRefusal, requireNoPause } from './failed-refresh.js'
import { storeRefreshToken, storeTokens, type Refreshed } from './store-tokens.js'
import { nameOf } from './token-memory.js'
import {
  defaultValidity,
  isReplaced,
  readAgain,
  readReplaced,
  type TokenOwner,
} from './token-owner.js'

/** How long a process waits after the lease of another one should have ended. */
const millisecondsBeyondLease = 5000
const shortestLook = 100
const longestLook = 500

/** Whether this process is refreshing an account. */
export function isRefreshing(ctx: SignInContext, account: AdapterAccount): boolean {
  return operationsOf(ctx).accountTokens.memory.refreshes.has(flightOf(account))
}

/**
 * Refreshes the tokens of an account and returns the account. All calls of this process share one
 * refresh.
 */
export function refreshOnce(owner: TokenOwner, account: AdapterAccount): Promise<AdapterAccount> {
  const { accountTokens } = operationsOf(owner.ctx)
  const { refreshes } = accountTokens.memory
  const name = flightOf(account)
  const known = refreshes.get(name)
  if (known) return known
  const refreshed = refreshInTurn(owner, account).finally(() => refreshes.delete(name))
  refreshes.set(name, refreshed)
  return refreshed
}

function flightOf(account: AdapterAccount): string {
  return `${nameOf(account)} ${account.refresh_token ?? ''}`
}

/**
 * How long one process may take. A token request takes ten seconds at most, and storing the answer has
 * ten more. With a key, the server may ask for the request once more, with its nonce.
 */
function leaseMillisecondsFor(account: AdapterAccount): number {
  return proofKeyOf(account) === undefined ? 20_000 : 30_000
}

/**
 * Refreshes the tokens unless another process does. The lease covers the token request and the storing
 * of its answer only, so the server is found before.
 */
async function refreshInTurn(owner: TokenOwner, account: AdapterAccount): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  const { accountTokens } = operationsOf(ctx)
  accountTokens.requireLeases()
  requireNoPause(owner, account)
  try {
    const server = await findRefreshServer(provider.party)
    // A process that has an answer to store may still hold the lease.
    const replaces = findAnswer(ctx, account)?.holder
    const holder = replaces ?? `refreshing:${randomToken(12)}`
    const lease = { holder, replaces, milliseconds: leaseMillisecondsFor(account) }
    if (await accountTokens.lease(account, lease)) {
      return await refreshLeased(owner, account, server, holder)
    }
    return await waitForOther(owner, account, server, holder)
  } catch (thrown) {
    throw explainFailure(owner, account, thrown)
  }
}

/** Waits until another process has refreshed the tokens. If its lease ends, takes its place. */
async function waitForOther(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  holder: string,
): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  const { accountTokens } = operationsOf(ctx)
  const milliseconds = leaseMillisecondsFor(account)
  const longestWait = milliseconds + millisecondsBeyondLease
  let look = shortestLook
  for (let waited = 0; waited <= longestWait; waited += look) {
    const current = await readAgain(owner, account)
    if (isReplaced(account, current)) return current
    if (await accountTokens.lease(current, { holder, milliseconds })) {
      return refreshLeased(owner, current, server, holder)
    }
    if (current.refreshLease?.startsWith(failedHolder)) {
      const left = (current.refreshLeaseEnds ?? 0) - ctx.config.runtime.clock()
      throw new TokenUnavailable(
        `The tokens of "${provider.id}" could not be refreshed a moment ago. Try again later.`,
        // The database's clock may differ from ours.
        Math.max(Math.ceil(left / 1000), 1),
      )
    }
    await ctx.config.runtime.sleep(look)
    look = Math.min(look * 2, longestLook)
  }
  throw new TokenUnavailable(
    `Another process has been refreshing the tokens of "${provider.id}" for too long. Try again later.`,
    milliseconds / 1000,
  )
}

/** Only the holder of the lease gets here. */
async function refreshLeased(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  holder: string,
): Promise<AdapterAccount> {
  const { ctx } = owner
  let current = account
  try {
    const stored = await readAgain(owner, account)
    // Another process may have extended the same tokens before the lease began.
    if (isReplaced(account, stored)) {
      forgetAnswer(ctx, account)
      const released = { refreshLease: null, refreshLeaseEnds: null }
      await operationsOf(ctx).accountTokens.swap(stored, released)
      return stored
    }
    current = await storeOldAnswer(owner, account, server)
    if (isReplaced(account, current)) return current
    return await sendOrStore(owner, current, server, holder)
  } catch (thrown) {
    if (isRefusal(thrown)) return markRefused(owner, current, thrown.providerCode)
    if (findAnswer(ctx, current)) await holdLease(owner, current, holder)
    else await endLease(owner, current, holder, thrown)
    throw thrown
  }
}

/** Sends the refresh token, unless the answer to it is known and only has to be stored. */
async function sendOrStore(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  holder: string,
): Promise<AdapterAccount> {
  const sent = account.refresh_token ?? ''
  const answer = findAnswer(owner.ctx, account) ?? {
    ...(await requestRefresh(owner.provider.party, server, account, sent)),
    account,
    holder,
    failures: 0,
  }
  return storeAnswer(owner, answer, server, storeTokens)
}

/**
 * Stores the refresh token of an answer that has waited for so long that its access token has expired.
 * Returns the account. It is the same if there is no such answer.
 */
async function storeOldAnswer(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
): Promise<AdapterAccount> {
  const answer = findAnswer(owner.ctx, account)
  const { expires_at: expiresAt = Infinity } = answer?.tokens ?? {}
  if (!answer || expiresAt - defaultValidity > owner.ctx.now) return account
  return storeAnswer(owner, answer, server, storeRefreshToken)
}

/** Stores an answer. If the database fails, the answer is kept, because the sent token may be spent. */
async function storeAnswer(
  owner: TokenOwner,
  answer: NewAnswer,
  server: Server,
  store: (refreshed: Refreshed) => Promise<AdapterAccount>,
): Promise<AdapterAccount> {
  const { ctx } = owner
  const { account, tokens, failure, failures } = answer
  const refuse = (current: AdapterAccount, code: string): Promise<AdapterAccount> =>
    markRefused(owner, current, code)
  try {
    const stored = await store({ owner, account, server, answer: tokens, failure, refuse })
    forgetAnswer(ctx, account)
    return stored
  } catch (thrown) {
    if (thrown instanceof AdapterError) keepAnswer(ctx, { ...answer, failures: failures + 1 })
    else forgetAnswer(ctx, account)
    throw thrown
  }
}

/** Keeps the lease of a process that has an answer to store. Another one would send the token again. */
async function holdLease(
  { ctx }: TokenOwner,
  account: AdapterAccount,
  holder: string,
): Promise<void> {
  const lease = { holder, replaces: holder, milliseconds: leaseMillisecondsFor(account) }
  // The lease ends by itself.
  await operationsOf(ctx)
    .accountTokens.lease(account, lease)
    .catch((error: unknown) => ctx.log.error(error))
}

/**
 * Marks an account whose refresh token cannot be used any more. If the tokens were replaced in the
 * meantime, the refusal is about a token that is not in use any more.
 */
async function markRefused(
  owner: TokenOwner,
  account: AdapterAccount,
  error: string,
): Promise<AdapterAccount> {
  const { ctx, user, provider, requireSignIn } = owner
  const changes = {
    refresh_token: null,
    refreshFailed: error,
    refreshLease: null,
    refreshLeaseEnds: null,
  }
  if (!(await operationsOf(ctx).accountTokens.swap(account, changes))) {
    return readReplaced(owner, account)
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
