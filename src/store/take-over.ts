import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { isSameAddress } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { removeAccount } from './remove-account.js'
import type { Revocations } from './revocation.js'

/** A user whose address has just been proven by someone else than the user's accounts. */
export interface TakeOver {
  readonly user: AdapterUser
  /** The address that was proven. */
  readonly email: string
  readonly emailVerified: Date
}

/**
 * Gives a user to the owner of the user's address: accounts, passkeys and sessions that were there
 * without a proof go, and the address counts as proven. `null` for a user who has proven the address
 * in the meantime, and who keeps everything.
 */
export type TakeOverUser = (takeOver: TakeOver) => Promise<AdapterUser | null>

/** In one step of the database; sessions that begin during it are ended after it. */
export function takeOverAtOnce(store: Store, { evictSessions }: Revocations): TakeOverUser {
  const evictAtOnce = store.has('takeOverUser')
    ? ({ user, email, emailVerified }: TakeOver) =>
        store.call('takeOverUser', { id: user.id, email, emailVerified })
    : (takeOver: TakeOver) => store.transaction((inside) => evictLocked(inside, takeOver))
  return async (takeOver) => {
    const { user, email } = takeOver
    const taken = await evictAtOnce(takeOver)
    if (taken) await evictSessions(user.id)
    // An adapter does not say whether the address was proven, or is another by now.
    else requireAddress(await store.call('getUser', user.id), email)
    return taken
  }
}

/** The user as taken over; `null` when there is nothing to take over. */
async function evictLocked(
  store: Store,
  { user: { id }, email, emailVerified }: TakeOver,
): Promise<AdapterUser | null> {
  const current = await store.call('lockUser', id)
  requireAddress(current, email)
  if (hasProvenAddress(current)) return null
  await removeAccounts(store, id)
  await store.call('deleteSessionsByUserId', id)
  return store.call('updateUser', { id, emailVerified })
}

/**
 * In several steps. The address counts as proven only after the first sweep, so that a crash leaves
 * nothing planted on a proven address. The second sweep finds what was linked during the first; a
 * sign-up that links later finds the proof and withdraws.
 */
export function takeOverInTurn(store: Store, { evictSessions }: Revocations): TakeOverUser {
  return async ({ user: { id }, email, emailVerified }) => {
    const user = await store.call('getUser', id)
    requireAddress(user, email)
    if (hasProvenAddress(user)) return null
    await removeAccounts(store, id)
    await evictSessions(id)
    // With the address: the user may have changed it since, and the proof is of this one.
    const updated = await store.call('updateUser', { id, email: user.email, emailVerified })
    await removeAccounts(store, id)
    // Also without accounts: a sign-in by password may have written a session before the proof.
    await evictSessions(id)
    return updated
  }
}

/** How many accounts were removed. */
async function removeAccounts(store: Store, userId: string): Promise<number> {
  const accounts = await store.call('listAccountsByUserId', userId)
  for (const account of accounts) await removeAccount(store, account)
  return accounts.length
}

function requireAddress(user: AdapterUser | null, email: string): asserts user is AdapterUser {
  if (user && isSameAddress(user.email, email)) return
  throw new AccountNotLinked('The user has another address by now.')
}
