import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { Verification } from '../errors/email-errors.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { revocationMethods } from './confirm-account.js'
import { findUserByEmail, isSameAddress } from './find-user.js'
import { runExclusive } from './run-exclusive.js'
import { everHadPassword, removePassword } from './passwords.js'
import { hasProvenAddress } from './proven-address.js'
import type { TakeOverUser } from './take-over.js'
import { updateUser } from './update-user.js'

/** An address whose owner has just proven to own it. */
export interface ProvenAddress {
  readonly email: string
  /** The user who had the address before the proof was redeemed. */
  readonly known: AdapterUser | null
  readonly emailVerified: Date
  /**
   * Whether the person has also proven to be the user, with a second factor or with a session of the
   * same browser. Nothing that the user has was planted then, and nothing is removed.
   */
  readonly isUserProven?: boolean | undefined
  /**
   * Whether the user keeps unproven accounts and sessions, as users of Auth.js do. A user who has or had
   * a password did not come from Auth.js, and keeps nothing.
   */
  readonly keepsUnproven?: boolean | undefined
}

/** The user of a proven address, and what was written. */
export interface AddressOwner {
  readonly user: AdapterUser
  readonly written: 'created' | 'updated' | 'taken-over' | 'nothing'
}

/**
 * Finds or creates the user of a proven address. It removes what an attacker may have added without
 * proof.
 */
export type ProveAddress = (proof: ProvenAddress) => Promise<AddressOwner>

export function openProving(
  store: Store,
  takeOver: TakeOverUser,
  confirmAddress: UpdateProof,
  log: Log,
): ProveAddress {
  const update = async (user: AdapterUser, proof: ProvenAddress): Promise<AddressOwner> => {
    const { emailVerified } = proof
    const isUnproven = !hasProvenAddress(user) && !proof.isUserProven
    const isKept = isUnproven && proof.keepsUnproven && !(await everHadPassword(store, user.id))
    if (isUnproven && !isKept) {
      requireProvable(store, log, user)
      const taken = await takeOver({ ...proof, user })
      if (taken) return { user: taken, written: 'taken-over' }
    }
    const updated = await confirmAddress(user, emailVerified)
    // Another person may have set one since, and it could sign in now that the address is proven.
    if (isKept) await removePassword(store, user.id)
    if (!updated) throw new Verification('The user no longer has the address that was proven.')
    return { user: updated, written: 'updated' }
  }

  const findOrUpdate = async (owner: AdapterUser, proof: ProvenAddress): Promise<AddressOwner> =>
    hasProvenAddress(owner) ? { user: owner, written: 'nothing' } : update(owner, proof)

  const create = async (proof: ProvenAddress): Promise<AddressOwner> => {
    const { email, emailVerified } = proof
    // Tables without unique keys can hold two users with the same address.
    const owner = await findUserByEmail(store, email)
    if (owner) return findOrUpdate(owner, proof)
    const fresh = { id: crypto.randomUUID(), email, emailVerified }
    try {
      return { user: await store.call('createUser', fresh), written: 'created' }
    } catch (thrown) {
      // Another user took the address in the meantime. Without a proof, that user loses it again.
      const rival = await findUserByEmail(store, email)
      if (!rival) throw thrown
      return findOrUpdate(rival, proof)
    }
  }

  return (proof) =>
    proof.known
      ? update(proof.known, proof)
      : runExclusive(store.memory, `address:${proof.email}`, () => create(proof))
}

/** Writes when a user proved the address. Returns `null` if the user has another one by now. */
export type UpdateProof = (user: AdapterUser, emailVerified: Date) => Promise<AdapterUser | null>

/**
 * A proof covers one address, and the user may be changing it at this moment, so the address is
 * compared under a lock. Without locks, the update includes the address that was proven, so that it
 * never counts for another one.
 */
export function openAddressUpdate(store: Store): UpdateProof {
  if (store.has('transaction', 'lockUser')) {
    return (user, emailVerified) =>
      store.transaction(async (inside) =>
        writeIfSame(inside, await inside.call('lockUser', user.id), user, emailVerified),
      )
  }
  return async (user, emailVerified) => {
    const current = store.has('getUser') ? await store.call('getUser', user.id) : user
    return writeIfSame(store, current, user, emailVerified)
  }
}

async function writeIfSame(
  store: Store,
  current: AdapterUser | null,
  { email }: AdapterUser,
  emailVerified: Date,
): Promise<AdapterUser | null> {
  const isSame = current && isSameAddress(current.email, email)
  return isSame ? updateUser(store, current, { email, emailVerified }) : null
}

/**
 * Refuses an address that cannot be given to its owner. This happens if a user has it without a
 * proof and the adapter cannot list the accounts and sessions that an attacker may have there.
 */
export function requireProvable(store: Store, log: Log, user: AdapterUser | null): void {
  if (!user || hasProvenAddress(user) || store.has(...revocationMethods)) return
  log.warn(
    'address-not-proven',
    `The owner of an address proved it, but a user has it without a proof, and the adapter lacks one of ${revocationMethods.join(', ')}.`,
  )
  throw new AccountNotLinked('A user signed up with the address and has not proven it.')
}
