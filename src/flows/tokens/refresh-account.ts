import type { SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { randomToken } from '../../crypto/random.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { findRefreshServer, requestRefresh } from '../../oauth/refresh.js'
import type { Server } from '../../oauth/server.js'
import { keysOf } from '../../store/account-keys.js'
import { failedHolder } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { endLease, explainFailure, isRefusal, requireNoPause } from './failed-refresh.js'
import { storeTokens } from './store-tokens.js'
import { nameOf, remember } from './token-memory.js'
import { isReplaced, readAgain, readReplaced, type TokenOwner } from './token-owner.js'

/** How long one process may take. A token request takes ten seconds at most. */
const leaseMilliseconds = 20_000
/** How long a process waits for another one, whose lease may have to end first. */
const longestWait = 25_000
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
 * Refreshes the tokens unless another process does. The lease covers the token request only, so the
 * server is found before.
 */
async function refreshInTurn(owner: TokenOwner, account: AdapterAccount): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  const { accountTokens } = operationsOf(ctx)
  accountTokens.requireLeases()
  requireNoPause(owner, account)
  try {
    const server = await findRefreshServer(provider.party)
    const holder = `refreshing:${randomToken(12)}`
    const lease = { holder, milliseconds: leaseMilliseconds }
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
  let look = shortestLook
  for (let waited = 0; waited <= longestWait; waited += look) {
    const current = await readAgain(owner, account)
    if (isReplaced(account, current)) return current
    if (await accountTokens.lease(current, { holder, milliseconds: leaseMilliseconds })) {
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
    leaseMilliseconds / 1000,
  )
}

/** Sends the refresh token. Only the holder of the lease gets here. */
async function refreshLeased(
  owner: TokenOwner,
  account: AdapterAccount,
  server: Server,
  holder: string,
): Promise<AdapterAccount> {
  const { party } = owner.provider
  const token = account.refresh_token ?? ''
  const { unsaved } = operationsOf(owner.ctx).accountTokens.memory
  const name = flightOf(account)
  try {
    const current = await readAgain(owner, account)
    // Another process may have extended the same tokens before the lease began.
    if (isReplaced(account, current)) {
      const released = { refreshLease: null, refreshLeaseEnds: null }
      await operationsOf(owner.ctx).accountTokens.swap(current, released)
      return current
    }
    const received = unsaved.get(name) ?? (await requestRefresh(party, server, account, token))
    unsaved.delete(name)
    const { tokens: answer, failure } = received
    const refuse = (current: AdapterAccount, code: string): Promise<AdapterAccount> =>
      markRefused(owner, current, code)
    const refreshed = { owner, account, server, answer, failure, refuse }
    return await storeTokens(refreshed).catch((thrown: unknown) => {
      // The token that was sent may be spent, so the answer must not be lost.
      if (thrown instanceof AdapterError) remember(unsaved, name, received)
      throw thrown
    })
  } catch (thrown) {
    if (isRefusal(thrown)) return markRefused(owner, account, thrown.providerCode)
    await endLease(owner, account, holder, thrown)
    throw thrown
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
