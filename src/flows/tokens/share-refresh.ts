import type { RefreshInProgress } from '../../config/store-memory.js'
import type { SignInContext } from '../../context/context.js'
import { finishLater } from '../../context/run-later.js'
import { endsBefore } from '../../http/ends-before.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { leaseMillisecondsFor, millisecondsBeyondLease } from './refresh-lease.js'
import { nameOf } from './token-memory.js'
import type { TokenOwner } from './token-owner.js'

/** Whether this process is refreshing an account. */
export function isRefreshing(ctx: SignInContext, account: AdapterAccount): boolean {
  return openRefreshes(ctx).has(refreshKeyOf(ctx, account))
}

/** Runs work for all calls of this process that need it. One that was cut off is begun anew. */
export async function shareRefresh(
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
    return shareRefresh(owner, account, name, work)
  }
  const result = work().finally(() => {
    if (refreshes.get(name) === entry) refreshes.delete(name)
  })
  const longest = leaseMillisecondsFor(account) + millisecondsBeyondLease
  const entry = { result, until: ctx.config.runtime.clock() + longest }
  refreshes.set(name, entry)
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

export function refreshKeyOf(ctx: SignInContext, account: AdapterAccount): string {
  return `${nameOf(ctx, account)} ${account.refresh_token ?? ''}`
}
