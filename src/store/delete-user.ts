import type { Store } from '../config/store.js'
import type { DeletedUsers } from './deleted-users.js'
import type { EndSessions } from './revocation.js'
import { runExclusive } from './run-exclusive.js'

/**
 * Deletes a user with everything that belongs to them. Returns false if the user is not stored. Calls
 * `beforeRemoval` when the sessions have ended, so that no request of the user changes anything more.
 */
export type DeleteUser = (userId: string, beforeRemoval: () => Promise<void>) => Promise<boolean>

/**
 * The sessions end before the deletion, so that none is left if the deletion fails. They end again
 * after it, for a session that was written between the two, with adapters that leave its row. The
 * record ends tokens that have no row.
 */
export function openDeletion(
  store: Store,
  endSessions: EndSessions,
  deletedUsers: DeletedUsers,
  hasRows: boolean,
): DeleteUser {
  const end = async (userId: string): Promise<void> => {
    if (hasRows && store.has('deleteSessionsByUserId')) await endSessions(userId)
  }
  const remove: DeleteUser = async (userId, beforeRemoval) => {
    // Another request may have deleted the user while this one waited.
    if (!(await store.call('getUser', userId))) return false
    if (hasRows) await deletedUsers.record(userId)
    await end(userId)
    await beforeRemoval()
    await store.call('deleteUser', userId)
    await end(userId)
    store.memory.alive.forgetAll()
    return true
  }
  return (userId, beforeRemoval) =>
    runExclusive(store.memory, `delete:${userId}`, () => remove(userId, beforeRemoval))
}
