import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { VerificationToken } from '../model/adapter.js'
import { keysOf, type AccountKeys } from './account-keys.js'
import { isDuplicate } from './is-duplicate.js'

/** Seconds for which a sign-up that was cut short can be taken up again. */
const lifetime = 24 * 60 * 60

/**
 * Says that an account is creating a user, whom it names by id. Written before the user, and taken
 * away after the account was linked: what is found later was cut short.
 *
 * There are two copies, because adapters can read a token only by taking it away.
 */
export type SignUpMarker = readonly [VerificationToken, VerificationToken]

/**
 * Markers lie among the tokens of e-mail sign-ins. Their identifier is not an address, and their
 * tokens are not the hash of any token that was sent.
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
 * Says that a sign-up with this account and address is under way. Tables that take no second token
 * like it keep other processes out. It makes them wait, and is evidence of nothing.
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

/** Whether a lock was taken, is held by another sign-up, or cannot be had at all. */
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
 * Writes a marker, if the table takes it. Without one a sign-up that is cut short is refused later;
 * it is never given to another account.
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

/** Whether a marker lies there and has not expired. It stays there. */
export async function hasMarker(store: Store, marker: SignUpMarker, now: number): Promise<boolean> {
  for (const copy of marker) {
    const found = await takeCopy(store, copy)
    if (!found || new Date(found.expires).getTime() <= now * 1000) continue
    // A parallel reader may have put it back already.
    await store.call('createVerificationToken', copy).catch(() => undefined)
    return true
  }
  return false
}

/** Takes markers and locks away, once their sign-up is finished or has come to nothing. */
export async function removeMarks(
  store: Store,
  log: Log,
  marks: readonly VerificationToken[],
): Promise<void> {
  try {
    for (const mark of marks) await takeCopy(store, mark)
  } catch (error) {
    // It names this account and this user, who belong together by now. It expires by itself.
    log.error(error)
  }
}

async function takeCopy(
  store: Store,
  { identifier, token }: VerificationToken,
): Promise<VerificationToken | null> {
  return store.call('useVerificationToken', { identifier, token })
}
