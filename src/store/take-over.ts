import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { removeStrangersFactors } from './factors.js'
import { isSameAddress } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { removePassword } from './passwords.js'
import type { UnlessTableMissing } from './missing-table.js'
import { removeAccount } from './remove-account.js'
import type { Revocations } from './revocation.js'
import { hasStoredFactor, type FactorKinds } from './stored-factor.js'
import { updateUser } from './update-user.js'

/** A user whose address was just proven by a person other than the owner of the user's accounts. */
export interface TakeOver {
  readonly user: AdapterUser
  /** The address that was proven. */
  readonly email: string
  readonly emailVerified: Date
}

/**
 * Gives a user to the owner of the user's address. It removes unproven accounts, passkeys,
 * sessions, recovery codes and the password and marks the address as proven. Returns `null` if the
 * user has proven the address in the meantime. That user keeps everything.
 *
 * Throws if the user has a second factor. A mailbox alone must not remove it, because the address of
 * a user who has set one up may be unproven for other reasons.
 */
export type TakeOverUser = (takeOver: TakeOver) => Promise<AdapterUser | null>

/** Runs in one transaction. Sessions that begin during the transaction are ended after it. */
export function takeOverAtOnce(
  store: Store,
  { evictSessions }: Revocations,
  unlessTableMissing: UnlessTableMissing,
  kinds: FactorKinds,
): TakeOverUser {
  const evictAtOnce = store.has('takeOverUser')
    ? ({ user, email, emailVerified }: TakeOver) =>
        store.call('takeOverUser', {
          id: user.id,
          email,
          emailVerified,
          unlessFactors: factorsOf(kinds),
        })
    : evictInTransaction(store, unlessTableMissing, kinds)
  return async (takeOver) => {
    const { user, email } = takeOver
    // Also an adapter that does not know `unlessFactors` must not remove a factor.
    await requireNoFactor(store, kinds, user.id)
    const taken = await evictAtOnce(takeOver)
    if (taken) await evictSessions(user.id)
    else {
      // The adapter does not say why.
      const current = await store.call('getUser', user.id)
      requireAddress(current, email)
      if (!hasProvenAddress(current)) throw hasFactor()
    }
    return taken
  }
}

/** A failed query can abort its transaction, so a missing table needs a second transaction. */
function evictInTransaction(
  store: Store,
  unlessTableMissing: UnlessTableMissing,
  kinds: FactorKinds,
): TakeOverUser {
  const evict = (takeOver: TakeOver, deleteSessions: DeleteSessions): ReturnType<TakeOverUser> =>
    store.transaction((inside) => evictLocked(inside, takeOver, kinds, deleteSessions))
  return async (takeOver) => {
    const taken = await unlessTableMissing(() =>
      evict(takeOver, (inside, id) => inside.call('deleteSessionsByUserId', id)),
    )
    return taken === undefined ? evict(takeOver, async () => undefined) : taken
  }
}

type DeleteSessions = (store: Store, userId: string) => Promise<void>

/** Returns the user after the take-over, or `null` if there is nothing to take over. */
async function evictLocked(
  store: Store,
  { user: { id }, email, emailVerified }: TakeOver,
  kinds: FactorKinds,
  deleteSessions: DeleteSessions,
): Promise<AdapterUser | null> {
  const current = await store.call('lockUser', id)
  requireAddress(current, email)
  if (hasProvenAddress(current)) return null
  await requireNoFactor(store, kinds, id)
  await removeAccounts(store, id)
  await removePassword(store, id)
  await removeStrangersFactors(store, id)
  await deleteSessions(store, id)
  return updateUser(store, current, { emailVerified })
}

/**
 * Runs in several steps. The address is marked as proven only after the first sweep, so that a
 * crash never keeps an attacker's account on a proven address. The second sweep finds accounts that
 * were linked during the first. A sign-up that links an account later finds the proof and
 * withdraws.
 */
export function takeOverInTurn(
  store: Store,
  { evictSessions }: Revocations,
  _unlessTableMissing: UnlessTableMissing,
  kinds: FactorKinds,
): TakeOverUser {
  return async ({ user: { id }, email, emailVerified }) => {
    const user = await store.call('getUser', id)
    requireAddress(user, email)
    if (hasProvenAddress(user)) return null
    await requireNoFactor(store, kinds, id)
    await removeAccounts(store, id)
    await removeStrangersFactors(store, id)
    await evictSessions(id)
    // Last, because in the moving mode a user who never had a password keeps everything. If a step fails,
    // the next proof must still see that this user had one.
    await removePassword(store, id)
    // The update includes the address, because the user may have changed it and the proof covers
    // only this one.
    const updated = await updateUser(store, user, { email: user.email, emailVerified })
    await removeAccounts(store, id)
    await removePassword(store, id)
    await removeStrangersFactors(store, id)
    // This also runs without accounts, because a password sign-in may have written a session before
    // the proof.
    await evictSessions(id)
    return updated
  }
}

/** Returns how many accounts were removed. */
async function removeAccounts(store: Store, userId: string): Promise<number> {
  const accounts = await store.call('listAccountsByUserId', userId)
  for (const account of accounts) await removeAccount(store, account)
  return accounts.length
}

async function requireNoFactor(store: Store, kinds: FactorKinds, userId: string): Promise<void> {
  if (await hasStoredFactor(store, kinds, userId)) throw hasFactor()
}

function hasFactor(): AccountNotLinked {
  return new AccountNotLinked(
    'The user has not proven the address, but has a second factor, which a proof of the address does not replace. Call `resetFactors` if the user was planted.',
  )
}

function factorsOf(kinds: FactorKinds): ('totp' | 'passkey')[] {
  return (['totp', 'passkey'] as const).filter((kind) => kinds.has(kind))
}

function requireAddress(user: AdapterUser | null, email: string): asserts user is AdapterUser {
  if (user && isSameAddress(user.email, email)) return
  throw new AccountNotLinked('The user has another address by now.')
}
