import type { Store } from '../config/store.js'
import type { AdapterUser } from '../model/adapter.js'
import { findUserByEmail } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { runExclusive } from './run-exclusive.js'
import { idOf } from './user-id.js'

/** A new address for a user, which its reader has proven. */
export interface AddressChange {
  readonly userId: string
  /** The address that the user must still have. Undefined if any address is replaced. */
  readonly from?: string | undefined
  readonly email: string
  readonly emailVerified: Date
}

/** Operations on the addresses of users. */
export interface Addresses {
  /**
   * Replaces a user's address. Returns `null` if another user has the new one, or if the user no
   * longer has the expected one.
   */
  replace(change: AddressChange): Promise<AdapterUser | null>
  /** Takes an address away from another user who has never proven it. Others keep it. */
  release(email: string, exceptUserId: string): Promise<void>
}

export function openAddresses(store: Store): Addresses {
  const replaceLocked = store.has('transaction', 'lockUser')
    ? (change: AddressChange) =>
        store.transaction(async (inside) =>
          replace(inside, await inside.call('lockUser', change.userId), change),
        )
    : async (change: AddressChange) =>
        replace(store, await store.call('getUser', change.userId), change)

  const replaceUnlessTaken = async (change: AddressChange): Promise<AdapterUser | null> => {
    if (await isTaken(store, change)) return null
    try {
      return await replaceLocked(change)
    } catch (thrown) {
      // The database refuses an address that another user has taken in the meantime.
      if (await isTaken(store, change)) return null
      throw thrown
    }
  }

  return {
    replace: (change) =>
      runExclusive(store.memory, `replace address:${change.userId}`, () =>
        replaceUnlessTaken(change),
      ),
    release: async (email, exceptUserId) => {
      const owner = await findUserByEmail(store, email)
      if (!owner || isSameId(owner, exceptUserId) || hasProvenAddress(owner)) return
      // The tables allow a user without an address, but the type from Auth.js does not.
      const none = null as unknown as string
      await store.call('updateUser', { id: owner.id, email: none })
    },
  }
}

async function isTaken(store: Store, { userId, email }: AddressChange): Promise<boolean> {
  const owner = await findUserByEmail(store, email)
  return owner !== null && !isSameId(owner, userId)
}

/** Published adapters may return numbers as ids. */
function isSameId(user: AdapterUser, id: string): boolean {
  return idOf(user) === idOf({ id })
}

async function replace(
  store: Store,
  current: AdapterUser | null,
  { userId: id, from, email, emailVerified }: AddressChange,
): Promise<AdapterUser | null> {
  const isExpected = current && (from === undefined || current.email === from)
  if (!isExpected) return null
  return store.call('updateUser', { id, email, emailVerified })
}
