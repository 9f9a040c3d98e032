import { storedTokensOf } from '../config/seal-tokens.js'
import type { Store } from '../config/store.js'
import type { TokenMemory } from '../config/store-memory.js'
import type { AdapterAccount, AdapterLease } from '../model/adapter.js'
import { keysOf } from './account-keys.js'
import { idOf } from './user-id.js'

/**
 * The beginning of a lease that is held to keep all processes from trying again at once. It is followed
 * by the number of refusals in a row.
 */
export const failedHolder = 'failed:'

/** Returns how often in a row the provider has refused to refresh an account, or answered wrongly. */
export function countRefusals({ refreshLease }: Pick<AdapterAccount, 'refreshLease'>): number {
  const [, count] = /^failed:(\d{1,9}):/.exec(refreshLease ?? '') ?? []
  return Number(count ?? 0)
}

/** After so many refusals in a row, the refresh token counts as dead. */
export const manyRefusals = 5

/** Operations on the provider tokens of accounts. */
export interface AccountTokens {
  /** The refreshes of this process. */
  readonly memory: TokenMemory
  /** Whether `swap` can be called. Without it, no tokens are ever refreshed. */
  readonly swaps: boolean
  /** Returns a user's accounts at a provider, with their tokens. */
  list(userId: string, provider: string): Promise<readonly AdapterAccount[]>
  /** Throws if the adapter cannot keep two processes from refreshing the same tokens. */
  requireLeases(): void
  /**
   * Makes the holder the only one that refreshes these tokens. Returns false if there is another
   * holder, or if the stored tokens are not those of the given account any more.
   */
  lease(account: AdapterAccount, lease: Lease): Promise<boolean>
  /** Changes an account. Returns false if the stored tokens are not those of the given account. */
  swap(account: AdapterAccount, changes: TokenChanges): Promise<boolean>
}

/** How long a holder has an account. */
export type Lease = Pick<AdapterLease, 'holder' | 'replaces' | 'milliseconds'>

/** Fields of an account. `null` empties a field. */
export type TokenChanges = Readonly<Record<string, string | number | null>>

export function openAccountTokens(store: Store): AccountTokens {
  return {
    memory: store.memory.tokens,
    swaps: store.has('swapTokens'),
    list: async (userId, provider) => {
      const accounts = await store.call('listAccountsByUserId', userId)
      // A database may compare texts less strictly than the engine.
      return accounts.filter(
        (account) => account.provider === provider && idOf({ id: account.userId }) === userId,
      )
    },
    requireLeases: () => store.require('leaseAccount', 'swapTokens'),
    lease: async (account, lease) => {
      const request = { ...keysOf(account), ...lease, expected: storedTokensOf(account) }
      return isTrue(await store.call('leaseAccount', request))
    },
    swap: async (account, changes) => {
      const swap = { ...keysOf(account), expected: storedTokensOf(account), changes }
      return isTrue(await store.call('swapTokens', swap))
    },
  }
}

/** An adapter that returns anything else may have done nothing, or done it for several callers. */
function isTrue(result: unknown): boolean {
  return result === true
}
