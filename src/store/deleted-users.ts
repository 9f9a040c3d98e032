import type { Store } from '../config/store.js'
import type { Moments } from './moments.js'
import type { SessionRules } from './revocation.js'
import { idOf } from './user-id.js'

/**
 * Records which users were deleted. The marks that end tokens without a row are rows of the user, so
 * the deletion removes them too.
 */
export interface DeletedUsers {
  readonly record: (userId: string) => Promise<void>
  /** Whether {@link record} was called for a user who is no longer stored. */
  readonly wasDeleted: (userId: string) => Promise<boolean>
}

export function openDeletedUsers(
  store: Store,
  moments: Moments,
  { absoluteMaxAge, clock }: SessionRules,
  isStored: (userId: string) => Promise<boolean>,
): DeletedUsers {
  return {
    // Every token that is older has expired by then.
    record: (userId) => moments.record(nameOf(userId), clock() / 1000 + absoluteMaxAge),
    wasDeleted: async (userId) => {
      // A deletion that failed has left a record, too.
      if (!store.has('deleteUser', 'getUser') || (await isStored(userId))) return false
      return (await moments.find(nameOf(userId))) !== undefined
    },
  }
}

/** A token names its user by a text, also if the ids of users are numbers. */
function nameOf(userId: string): readonly string[] {
  return ['deleted user', idOf({ id: userId })]
}
