import type { Store } from '../config/store.js'
import type { AdapterPassword } from '../model/adapter.js'

/** Operations on the passwords of users. */
export interface Passwords {
  /** Returns the user's password, or `null`. */
  find(userId: string): Promise<AdapterPassword | null>
  /**
   * Writes a password if the stored hash is still `expectedHash`, or if the user has no hash and
   * `null` is expected. Returns whether it was written.
   */
  replace(password: AdapterPassword, expectedHash: string | null): Promise<boolean>
}

export function openPasswords(store: Store): Passwords {
  return {
    find: async (userId) => {
      const found = await store.call('getPassword', userId)
      // A database may compare texts less strictly than the engine.
      return found?.userId === userId ? found : null
    },
    replace: async ({ userId, ...password }, expectedHash) => {
      // A store that says nothing may have written nothing.
      const written: unknown = await store.call('setPassword', userId, password, expectedHash)
      return written === true
    },
  }
}

/** Removes a user's password, if the adapter stores passwords. */
export async function removePassword(store: Store, userId: string): Promise<void> {
  if (store.has('deletePassword')) await store.call('deletePassword', userId)
}
