import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { VerificationToken } from '../model/adapter.js'
import { keysOf, type AccountKeys } from './account-keys.js'
import { isDuplicate } from './is-duplicate.js'

/** Seconds for which an interrupted sign-up can be resumed. */
const lifetime = 24 * 60 * 60

/**
 * Records that an account is creating a user with a given id. It is written before the user and
 * removed after the account was linked. A marker that is found later belongs to an interrupted
 * sign-up.
 *
 * There are two copies, because adapters can read a token only by removing it.
 */
export type SignUpMarker = readonly [VerificationToken, VerificationToken]

/**
 * Markers are stored among the e-mail sign-in tokens. Their identifier is not an address, and their
 * tokens are not the hash of any mailed token.
 */
export async function signUpMarker(
  account: AccountKeys,
  userId: string,
  now: number,
): Promise<SignUpMarker> {
  return [
    await describeToken(account, now, 'claim', userId),
    await describeToken(account, now, 'spare', userId),
  ]
}

/**
 * Records that a sign-up with this account and address is running. A table that refuses a duplicate
 * token locks out other processes. The lock makes them wait, but it proves nothing.
 */
export async function signUpLock(
  account: AccountKeys,
  email: string | null | undefined,
  now: number,
): Promise<VerificationToken> {
  return describeToken(account, now, 'lock', email)
}

async function describeToken(
  account: AccountKeys,
  now: number,
  ...parts: readonly unknown[]
): Promise<VerificationToken> {
  const { provider, providerAccountId } = keysOf(account)
  const identifier = `sign-up:${await sha256Hex(JSON.stringify([provider, providerAccountId]))}`
  return {
    identifier,
    token: await sha256Hex(JSON.stringify([identifier, ...parts])),
    expires: new Date((now + lifetime) * 1000),
  }
}

/** Returns whether the lock was taken, is held by another sign-up, or is unavailable. */
export async function takeLock(
  store: Store,
  log: Log,
  lock: VerificationToken,
): Promise<'taken' | 'held' | 'unavailable'> {
  try {
    await store.call('createVerificationToken', lock)
    return 'taken'
  } catch (cause) {
    if (isDuplicate(cause)) return 'held'
    log.warn('sign-up-not-marked', explainMissing, cause)
    return 'unavailable'
  }
}

/**
 * Writes a marker if the table accepts it. Without a marker, an interrupted sign-up is refused
 * later. It is never given to another account.
 */
export async function writeMarker(store: Store, log: Log, marker: SignUpMarker): Promise<void> {
  try {
    for (const copy of marker) await store.call('createVerificationToken', copy)
  } catch (cause) {
    log.warn('sign-up-not-marked', explainMissing, cause)
  }
}

const explainMissing =
  'The adapter has no `transaction`, and a verification token could not be stored. A sign-up that is ' +
  'cut short now cannot be finished later. Create the table of verification tokens.'

/** Whether a marker exists and has not expired. The marker stays in the table. */
export async function hasMarker(store: Store, marker: SignUpMarker, now: number): Promise<boolean> {
  for (const copy of marker) {
    const found = await takeCopy(store, copy)
    if (!found || new Date(found.expires).getTime() <= now * 1000) continue
    // A parallel reader may have restored it already.
    await store.call('createVerificationToken', copy).catch(() => undefined)
    return true
  }
  return false
}

/** Removes markers and locks after their sign-up has finished or failed. */
export async function removeMarks(
  store: Store,
  log: Log,
  marks: readonly VerificationToken[],
): Promise<void> {
  try {
    for (const mark of marks) await takeCopy(store, mark)
  } catch (error) {
    // The marker names this account and this user, who now belong together. It will expire.
    log.error(error)
  }
}

async function takeCopy(
  store: Store,
  { identifier, token }: VerificationToken,
): Promise<VerificationToken | null> {
  return store.call('useVerificationToken', { identifier, token })
}
