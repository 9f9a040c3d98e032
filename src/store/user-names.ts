import type { Store } from '../config/store.js'
import type { AdapterUser } from '../model/adapter.js'
import type { AccountKeys } from './account-keys.js'
import { findUserByAccount } from './find-user.js'
import { idOf } from './user-id.js'

/**
 * Operations on the names that users sign in with. A name is the id of an account at the provider
 * that stores the passwords, so it is unique, and a take-over removes it like any unproven account.
 */
export interface UserNames {
  /** Returns the user who has a name, or `null`. */
  findOwner(provider: string, name: string): Promise<AdapterUser | null>
  /** Returns the names of a user. */
  list(provider: string, userId: string): Promise<readonly string[]>
  /**
   * Gives a name to a user, in place of the names that the user has. Returns false if another user
   * has it.
   */
  claim(provider: string, userId: string, name: string): Promise<boolean>
}

export function openUserNames(store: Store): UserNames {
  const findOwner = (provider: string, name: string): Promise<AdapterUser | null> =>
    findUserByAccount(store, { provider, providerAccountId: name })
  const list = async (provider: string, userId: string): Promise<readonly string[]> => {
    if (!store.has('listAccountsByUserId')) return []
    const accounts = await store.call('listAccountsByUserId', userId)
    return accounts.filter((row) => row.provider === provider).map((row) => row.providerAccountId)
  }
  return {
    findOwner,
    list,
    claim: async (provider, userId, name) => {
      const keys: AccountKeys = { provider, providerAccountId: name }
      // Listed before the write, so that two parallel calls never remove each other's name.
      const former = (await list(provider, userId)).filter((one) => one !== name)
      try {
        await store.call('linkAccount', { ...keys, type: 'credentials', userId })
      } catch (thrown) {
        // Only the row tells whose name it is.
        const owner = await findOwner(provider, name)
        if (!owner) throw thrown
        if (idOf(owner) !== idOf({ id: userId })) return false
      }
      for (const one of former) {
        await store.call('unlinkAccount', { provider, providerAccountId: one })
      }
      return true
    },
  }
}
