import type { Store } from '../config/store.js'
import type { AdapterPassword } from '../model/adapter.js'

/** Operations on the passwords of users. */
export interface Passwords {
  /** Returns the user's password, or `null`. */
  find(userId: string): Promise<AdapterPassword | null>
  /**
   * Writes a password if the stored hash is still `expectedHash`, or if there is none and `null` is
   * expected. Returns whether it was written.
   */
  replace(password: AdapterPassword, expectedHash: string | null): Promise<boolean>
  /**
   * Writes a new password if the user still has the password with this stamp, or none if it is
   * `null`. A hash that was only renewed has the same stamp. Returns whether it was written.
   */
  change(password: AdapterPassword, expectedStamp: string | null): Promise<boolean>
  /** Removes the user's password. */
  remove(userId: string): Promise<void>
}

/** How often a write is retried while sign-ins renew the hash of the same password. */
const mostWrites = 10

export function openPasswords(store: Store): Passwords {
  const find: Passwords['find'] = async (userId) => {
    const found = await store.call('getPassword', userId)
    // A database may compare texts less strictly than the engine.
    return found?.userId === userId ? found : null
  }
  const replace: Passwords['replace'] = async ({ userId, ...password }, expectedHash) => {
    // A store that says nothing may have written nothing.
    const written: unknown = await store.call('setPassword', userId, password, expectedHash)
    return written === true
  }
  return {
    find,
    replace,
    change: async (password, expectedStamp) => {
      for (let left = mostWrites; left > 0; left -= 1) {
        const current = await find(password.userId)
        if ((current?.stamp ?? null) !== expectedStamp) return false
        if (await replace(password, current?.hash ?? null)) return true
      }
      return false
    },
    remove: (userId) => removePassword(store, userId),
  }
}

/** Removes a user's password, if the adapter stores passwords. */
export async function removePassword(store: Store, userId: string): Promise<void> {
  if (store.has('deletePassword')) await store.call('deletePassword', userId)
}
