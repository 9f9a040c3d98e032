import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { AdapterUser, VerificationToken } from '../model/adapter.js'
import { keysOf, type NewAccount } from './account-keys.js'
import { findUserByAccount, findUserByEmail } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import {
  hasMarker,
  removeMarks,
  signUpLock,
  signUpMarker,
  takeLock,
  writeMarker,
} from './sign-up-marker.js'
import { idOf } from './user-id.js'

/** A user to create, with the account that signs up. */
export interface Newcomer {
  /** The user with a proposed id. A database may generate another id. */
  readonly user: AdapterUser
  readonly account: NewAccount
  /** Seconds since the epoch. */
  readonly now: number
}

/** Which user an account belongs to after a sign-up. */
export type SignUpResult =
  | { readonly kind: 'created' | 'found'; readonly user: AdapterUser }
  /** Another user has the address. */
  | { readonly kind: 'address-taken'; readonly by: AdapterUser }

/** Creates users with their first accounts. */
export interface SignUps {
  /**
   * Creates a user with an account, both or neither. If the account has a user by now, it returns
   * that user.
   */
  readonly create: (newcomer: Newcomer) => Promise<SignUpResult>
  /** Finishes an interrupted sign-up if the same account created the same user. */
  readonly resume: (newcomer: Newcomer, user: AdapterUser) => Promise<SignUpResult>
}

/** Sign-ups in a single database transaction. */
export function atomicSignUps(store: Store): SignUps {
  const createBoth = store.has('createUserWithAccount')
    ? ({ user, account }: Newcomer) => store.call('createUserWithAccount', { user, account })
    : (newcomer: Newcomer) => store.transaction((inside) => createInTurn(inside, newcomer))
  return {
    create: async (newcomer) => {
      try {
        return { kind: 'created', user: await createBoth(newcomer) }
      } catch (thrown) {
        return explainFailure(store, newcomer, thrown)
      }
    },
    // A transaction cannot be interrupted halfway, so there is nothing to resume.
    resume: (newcomer, user) => findOrRefuse(store, newcomer, user),
  }
}

async function createInTurn(store: Store, { user, account }: Newcomer): Promise<AdapterUser> {
  const created = await store.call('createUser', user)
  await store.call('linkAccount', { ...account, userId: created.id })
  return created
}

/**
 * Finds the reason for a failure in the rows, because the failure does not show who owns the
 * account. If the rows do not explain it, the failure is rethrown.
 */
async function explainFailure(
  store: Store,
  { user: { email }, account }: Newcomer,
  thrown: unknown,
): Promise<SignUpResult> {
  const owner = await findUserByAccount(store, account)
  if (owner) return { kind: 'found', user: owner }
  const by = typeof email === 'string' ? await findUserByEmail(store, email) : null
  if (by) return { kind: 'address-taken', by }
  throw thrown
}

async function findOrRefuse(
  store: Store,
  { account }: Newcomer,
  by: AdapterUser,
): Promise<SignUpResult> {
  const owner = await findUserByAccount(store, account)
  return owner ? { kind: 'found', user: owner } : { kind: 'address-taken', by }
}

/** How often a sign-up checks whether a parallel sign-up has finished, and how long it waits. */
const looks = 40
const millisecondsBetweenLooks = 50

/**
 * Sign-ups in several steps, which a crash can interrupt. A marker records which account began
 * them.
 */
export function markedSignUps(
  store: Store,
  log: Log,
  sleep: (milliseconds: number) => Promise<void>,
): SignUps {
  const mayMark = store.has('createVerificationToken', 'useVerificationToken')

  const create = async (newcomer: Newcomer): Promise<SignUpResult> => {
    const { user: planned, account, now } = newcomer
    const lock = await signUpLock(account, planned.email, now)
    const state = mayMark ? await takeLock(store, log, lock) : 'unavailable'
    // A sign-up in another process is running or was interrupted. In the second case the work
    // starts again.
    const owner = await (state === 'held'
      ? waitForOwner(account)
      : findUserByAccount(store, account))
    const isMarked = state !== 'unavailable'
    if (!isMarked && !owner) return createUnmarked(newcomer)
    if (owner) {
      if (isMarked) await removeMarks(store, log, [lock])
      return { kind: 'found', user: owner }
    }
    return createMarked(newcomer, lock)
  }

  /** If a crash happens between the two writes, no account can ever be linked to the new user. */
  const createUnmarked = async (newcomer: Newcomer): Promise<SignUpResult> => {
    let user: AdapterUser
    try {
      user = await store.call('createUser', newcomer.user)
    } catch (thrown) {
      return explainFailure(store, newcomer, thrown)
    }
    return finish(newcomer, user, async () => undefined)
  }

  const createMarked = async (
    newcomer: Newcomer,
    lock: VerificationToken,
  ): Promise<SignUpResult> => {
    const { user: planned, account, now } = newcomer
    const [claim, spare] = await signUpMarker(account, planned.id, now)
    await writeMarker(store, log, [claim, spare])
    let user: AdapterUser
    try {
      user = await store.call('createUser', planned)
    } catch (thrown) {
      await removeMarks(store, log, [spare, claim, lock])
      return resumeFailed(newcomer, thrown)
    }
    const id = idOf(user)
    if (id === planned.id) return finish(newcomer, user, remover(spare, claim, lock))
    // The database generates its own ids, so the marker can name the user only now.
    const [drawnClaim, drawnSpare] = await signUpMarker(account, id, now)
    await writeMarker(store, log, [drawnClaim, drawnSpare])
    await removeMarks(store, log, [spare, claim])
    return finish(newcomer, user, remover(drawnSpare, drawnClaim, lock))
  }

  const remover =
    (...marks: readonly VerificationToken[]): Unmark =>
    () =>
      removeMarks(store, log, marks)

  /** Links the account to the user that was created for it. */
  const finish = async (
    { account }: Newcomer,
    user: AdapterUser,
    unmark: Unmark,
  ): Promise<SignUpResult> => {
    try {
      await store.call('linkAccount', { ...account, userId: user.id })
    } catch (thrown) {
      const owner = await findUserByAccount(store, account)
      if (!owner) throw thrown
      if (idOf(owner) !== idOf(user) && store.has('deleteUser')) {
        // Another process linked the account first, so no account can sign in as the user created
        // here.
        await store.call('deleteUser', user.id)
      }
      await unmark()
      return { kind: 'found', user: owner }
    }
    await unmark()
    return { kind: 'created', user }
  }

  /**
   * Handles a failed user creation. A parallel sign-up with this account may have created the user.
   */
  const resumeFailed = async (newcomer: Newcomer, thrown: unknown): Promise<SignUpResult> => {
    const result = await explainFailure(store, newcomer, thrown)
    return result.kind === 'address-taken' ? resume(newcomer, result.by) : result
  }

  const resume = async (newcomer: Newcomer, user: AdapterUser): Promise<SignUpResult> => {
    const { account, now } = newcomer
    // If the address's proof differs from what this sign-up wrote, another sign-in has proven it.
    const isAsWritten = hasProvenAddress(newcomer.user) === hasProvenAddress(user)
    const [claim, spare] = await signUpMarker(account, idOf(user), now)
    if (!mayMark || !isAsWritten || !(await hasMarker(store, [claim, spare], now))) {
      return findOrRefuse(store, newcomer, user)
    }
    const lock = await signUpLock(account, newcomer.user.email, now)
    const unmark = remover(spare, claim, lock)
    // The process that began the sign-up may still be running and about to finish.
    const owner = await waitForOwner(account)
    if (!owner) return finish(newcomer, user, unmark)
    await unmark()
    return { kind: 'found', user: owner }
  }

  const waitForOwner = async (account: NewAccount): Promise<AdapterUser | null> => {
    for (let look = 1; ; look += 1) {
      const owner = await findUserByAccount(store, keysOf(account))
      if (owner || look === looks) return owner
      await sleep(millisecondsBetweenLooks)
    }
  }

  return { create, resume }
}

type Unmark = () => Promise<void>
