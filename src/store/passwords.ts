import type { Store } from '../config/store.js'
import type { AdapterPassword } from '../model/adapter.js'

/** Operations on the passwords of users. */
export interface Passwords {
  /** Returns the user's password, or `null`. */
  find(userId: string): Promise<AdapterPassword | null>
  /**
   * Returns what changes with every new password, also with a removed one. `null` if the user never
   * had a password, or if the adapter stores none.
   */
  findStamp(userId: string): Promise<string | null>
  /**
   * Writes a password if the stored hash is still `expectedHash`, or if the user has no hash and `null`
   * is expected. Returns whether it was written.
   */
  replace(password: AdapterPassword, expectedHash: string | null): Promise<boolean>
  /**
   * Writes a new password if the stamp is still the expected one. A hash that was only renewed has
   * the same stamp. Returns whether it was written.
   */
  change(password: AdapterPassword, expectedStamp: string | null): Promise<boolean>
}

/** How often a write is retried while sign-ins renew the hash of the same password. */
const mostWrites = 10

/**
 * The hash of a removed password, which matches nothing. The row stays for its stamp. Without it,
 * a link from before the first password would work again after the removal.
 */
export const removedHash = '!removed'

export function openPasswords(store: Store): Passwords {
  const hasPasswords = store.has('getPassword')
  const findRow = async (userId: string): Promise<AdapterPassword | null> => {
    const found = await store.call('getPassword', userId)
    // A database may compare texts less strictly than the engine.
    return found?.userId === userId ? found : null
  }
  const write = async (
    { userId, ...password }: AdapterPassword,
    expectedHash: string | null,
  ): Promise<boolean> => {
    // A store that says nothing may have written nothing.
    const written: unknown = await store.call('setPassword', userId, password, expectedHash)
    return written === true
  }
  return {
    find: async (userId) => {
      const found = await findRow(userId)
      return found?.hash === removedHash ? null : found
    },
    findStamp: async (userId) => (hasPasswords ? ((await findRow(userId))?.stamp ?? null) : null),
    replace: async (password, expectedHash) => {
      if (await write(password, expectedHash)) return true
      return expectedHash === null && write(password, removedHash)
    },
    change: async (password, expectedStamp) => {
      for (let left = mostWrites; left > 0; left -= 1) {
        const current = await findRow(password.userId)
        if ((current?.stamp ?? null) !== expectedStamp) return false
        if (await write(password, current?.hash ?? null)) return true
      }
      return false
    },
  }
}

/** Removes a user's password, if the adapter stores passwords. */
export async function removePassword(store: Store, userId: string): Promise<void> {
  if (store.has('deletePassword')) await store.call('deletePassword', userId)
}
