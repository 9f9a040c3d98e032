import type { Argon2Cost, Pbkdf2Cost, ScryptCost } from './key-derivation.js'

/** A derived key with the salt that it was derived with. */
interface DerivedKey {
  readonly salt: Uint8Array
  readonly key: Uint8Array
  /** Id of the pepper that the key was combined with. */
  readonly pepperId?: string | undefined
}

export interface ScryptHash extends DerivedKey {
  readonly scheme: 'scrypt'
  readonly cost: ScryptCost
}

export interface Argon2Hash extends DerivedKey {
  readonly scheme: 'argon2'
  readonly cost: Argon2Cost
}

export interface Pbkdf2Hash extends DerivedKey {
  readonly scheme: 'pbkdf2'
  readonly cost: Pbkdf2Cost
  /** How many calls are chained, each with the key of the one before as its password. */
  readonly calls: number
}

export interface BcryptHash {
  readonly scheme: 'bcrypt'
  readonly text: string
  /** Whether bcrypt was given the SHA-256 of the password as hex, as Django does. */
  readonly isDigested: boolean
}

/** A hash of Firebase Authentication. The project's parameters are not part of it. */
export interface FirebaseHash {
  readonly scheme: 'firebase'
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

/** A stored hash with a known scheme and an acceptable cost. */
export type StoredHash = ScryptHash | Argon2Hash | Pbkdf2Hash | BcryptHash | FirebaseHash

/** Why a stored hash cannot be checked. */
export type Unreadable = 'malformed' | 'unknown' | 'too-costly'

/** The result of reading a stored hash. Reading never throws. */
export type HashReading =
  | { readonly ok: true; readonly hash: StoredHash }
  | { readonly ok: false; readonly reason: Unreadable }

export const malformed: HashReading = { ok: false, reason: 'malformed' }
export const unknown: HashReading = { ok: false, reason: 'unknown' }
