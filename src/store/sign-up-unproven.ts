import type { Store } from '../config/store.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { AdapterPassword, AdapterUser } from '../model/adapter.js'
import type { NewPassword } from '../model/password.js'
import { findUserByEmail } from './find-user.js'
import { openPasswords, removedHash } from './passwords.js'
import { hasProvenAddress } from './proven-address.js'
import { runExclusive } from './run-exclusive.js'

/**
 * Creates a user who has not proven the address, with a password. Returns `null` if the address has
 * a user.
 */
export type SignUpUnproven = (
  user: AdapterUser,
  password: NewPassword,
) => Promise<AdapterUser | null>

export function openUnprovenSignUp(
  store: Store,
  endSessions: (userId: string) => Promise<void>,
): SignUpUnproven {
  const createBoth = store.has('transaction')
    ? (planned: AdapterUser, password: NewPassword) =>
        store.transaction((inside) => create(inside, planned, password))
    : (planned: AdapterUser, password: NewPassword) => create(store, planned, password)

  /**
   * Between the two writes, the owner of the address may have proven it. The take-over has then found
   * no password to remove.
   */
  const withdrawIfProven = async ({ userId, ...password }: AdapterPassword): Promise<void> => {
    const current = await store.call('getUser', userId)
    if (!current || !hasProvenAddress(current)) return
    const removed = { ...password, userId, hash: removedHash }
    if (await openPasswords(store).change(removed, password.stamp)) await endSessions(userId)
  }

  const signUp: SignUpUnproven = async (planned, password) => {
    // Tables without unique keys can hold two users with the same address.
    if (await findUserByEmail(store, planned.email)) return null
    let user: AdapterUser
    try {
      user = await createBoth(planned, password)
    } catch (thrown) {
      if (await findUserByEmail(store, planned.email)) return null
      throw thrown
    }
    await withdrawIfProven({ ...password, userId: user.id })
    return user
  }
  return (planned, password) =>
    runExclusive(store.memory, `address:${planned.email}`, () => signUp(planned, password))
}

async function create(
  store: Store,
  planned: AdapterUser,
  password: NewPassword,
): Promise<AdapterUser> {
  const user = await store.call('createUser', planned)
  if (await openPasswords(store).replace({ ...password, userId: user.id }, null)) return user
  throw new AdapterError('`setPassword` did not write the password of a new user.')
}
