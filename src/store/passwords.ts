import type { Store } from '../config/store.js'
import type { AdapterPassword } from '../model/adapter.js'
import { idOf } from './user-id.js'

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
  const findRow = (userId: string): Promise<AdapterPassword | null> =>
    findPasswordRow(store, userId)
  const write = async (
    { userId, ...password }: AdapterPassword,
    expectedHash: string | null,
  ): Promise<boolean> => {
    // A store that says nothing may have written nothing.
    const id = idOf({ id: userId })
    const written: unknown = await store.call('setPassword', id, password, expectedHash)
    return written === true
  }
  /**
   * The answer to a write may be lost. The stamp is new and random, so a row that has it was written here.
   * Otherwise the sessions of the old password would not end a second time, and its owner would not be
   * told.
   */
  const writeNew = async (
    password: AdapterPassword,
    expectedHash: string | null,
  ): Promise<boolean> => {
    try {
      return await write(password, expectedHash)
    } catch (thrown) {
      const found = await findRow(password.userId).catch(() => null)
      if (found?.stamp === password.stamp) return true
      throw thrown
    }
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
        if (await writeNew(password, current?.hash ?? null)) return true
      }
      return false
    },
  }
}

/** Whether the adapter stores a password of the user, or that it was removed. */
export async function everHadPassword(store: Store, userId: string): Promise<boolean> {
  return store.has('getPassword') && (await findPasswordRow(store, userId)) !== null
}

/** The ids of users may be numbers in a database, and texts in the store for passwords beside it. */
async function findPasswordRow(store: Store, userId: string): Promise<AdapterPassword | null> {
  const id = idOf({ id: userId })
  const found = await store.call('getPassword', id)
  // A database may compare texts less strictly than the engine.
  return found && idOf({ id: found.userId }) === id ? { ...found, userId: id } : null
}

/** Removes a user's password, if the adapter stores passwords. */
export async function removePassword(store: Store, userId: string): Promise<void> {
  if (store.has('deletePassword')) await store.call('deletePassword', idOf({ id: userId }))
}
