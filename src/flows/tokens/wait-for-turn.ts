import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { failedHolder } from '../../store/account-tokens.js'
import { millisecondsBeyondLease, type RefreshLease } from './refresh-lease.js'
import { isReplaced, readAgain, type TokenOwner } from './token-owner.js'

const shortestLook = 100

const longestLook = 500

/**
 * Waits until another process has refreshed the tokens, and returns the account. If the other lease
 * ends, takes it and returns the account with its old tokens.
 */
export async function waitForTurn(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
): Promise<AdapterAccount> {
  const { ctx, provider } = owner
  const longestWait = lease.milliseconds + millisecondsBeyondLease
  let look = shortestLook
  let current = account
  let isLeased = false
  try {
    for (let waited = 0; waited <= longestWait; waited += look) {
      current = await readAgain(owner, account)
      if (isReplaced(account, current)) return current
      isLeased = await lease.tryTake(current)
      if (isLeased) return current
      requireNoSharedPause(owner, current)
      await ctx.config.runtime.sleep(look)
      look = Math.min(look * 2, longestLook)
    }
  } finally {
    // A lease whose reply was lost would only make other processes wait.
    if (!isLeased) await lease.release(current)
  }
  throw new TokenUnavailable(
    `Another process has been refreshing the tokens of "${provider.id}" for too long. Try again later.`,
    lease.milliseconds / 1000,
  )
}

/** Throws while all processes wait after a failed refresh. */
function requireNoSharedPause({ ctx, provider }: TokenOwner, account: AdapterAccount): void {
  const left = (account.refreshLeaseEnds ?? 0) - ctx.config.runtime.clock()
  // After the pause, another process may have taken the lease since the read.
  if (left <= 0 || !account.refreshLease?.startsWith(failedHolder)) return
  throw new TokenUnavailable(
    `The tokens of "${provider.id}" could not be refreshed a moment ago. Try again later.`,
    Math.ceil(left / 1000),
  )
}
