import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { failedHolder } from '../../store/account-tokens.js'
import { millisecondsBeyondLease, type RefreshLease } from './refresh-lease.js'
import { isReplaced, readInTime, type TokenOwner } from './token-owner.js'

const shortestLook = 100

const longestLook = 500

/**
 * Waits until another process has refreshed the tokens, and returns the account. If the other lease
 * ends, takes it and returns the account with its old tokens. Throws if neither happens in time.
 */
export async function waitForTurn(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
  until: number,
): Promise<AdapterAccount> {
  const { clock, sleep } = owner.ctx.config.runtime
  const longestWait = lease.milliseconds + millisecondsBeyondLease
  let look = shortestLook
  let waited = 0
  let current = account
  let isLeased = false
  try {
    do {
      current = await readInTime(owner, account)
      if (isReplaced(account, current)) return current
      isLeased = await lease.tryTake(current).catch(async (thrown: unknown) => {
        // The next look finds tokens that were replaced since this one.
        if (isReplaced(account, await readInTime(owner, account))) return false
        throw thrown
      })
      if (isLeased) return current
      requireNoSharedPause(owner, current)
      await sleep(look)
      waited += look
      look = Math.min(look * 2, longestLook)
      // The pauses count as well, because the clock may be set back.
    } while (waited <= longestWait && clock() <= until)
  } finally {
    // A lease whose reply was lost would only make other processes wait.
    if (!isLeased) await lease.release(current)
  }
  throw new TokenUnavailable(
    `Another process has been refreshing the tokens of "${owner.provider.id}" for too long. Try again later.`,
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
