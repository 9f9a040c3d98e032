import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { failedHolder } from '../../store/account-tokens.js'
import { findAnswer } from '../unsaved-answers.js'
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
  for (let waited = 0; waited <= longestWait; waited += look) {
    const current = await readAgain(owner, account)
    if (isReplaced(account, current)) return current
    const isLeased = await lease.tryTake(current).catch(async (thrown: unknown) => {
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
