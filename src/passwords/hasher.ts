import { platformKeyDerivation } from '#key-derivation'
import { equalInConstantTime } from '../crypto/equal.js'
import { platformRandom, type Random } from '../crypto/random.js'
import { InvalidProviderConfig } from '../errors/config-errors.js'
import type { ForeignHashes, PasswordHashing } from '../model/password.js'
import { encodeUnpadded } from './base64.js'
import { deriveKey, type Recipe } from './derive-key.js'
import {
  chooseScheme,
  formatHash,
  keyBytes,
  saltBytes,
  type HashingScheme,
} from './hashing-scheme.js'
import type { KeyDerivation } from './key-derivation.js'
import { isQuicker, needsRehash } from './needs-rehash.js'
import { applyPepper, hasPepper, type Peppers } from './pepper.js'
import { readHash } from './read-hash.js'
import { normalizePassword, spellingsOf } from './spellings.js'
import type { StoredHash, Unreadable } from './stored-hash.js'
import { verifyForeignHash } from './verify-foreign-hash.js'

/** Why a stored hash could not be compared with a password. */
export type Uncheckable = Unreadable | 'unsupported' | 'pepper-missing'

/** The result of comparing a password with a stored hash. */
export type Verdict =
  | {
      readonly matches: true
      readonly needsRehash: boolean
      /**
       * The spelling that was hashed. A new hash has to be made of it, because a hash of another
       * equivalent spelling would refuse the password as it was set.
       */
      readonly spelling: string
    }
  | { readonly matches: false; readonly problem?: Uncheckable | undefined }

/** Hashes and checks passwords. All work takes about the same time for a wrong password. */
export interface Hasher {
  readonly scheme: HashingScheme['scheme']
  /** Returns the text to store for a new password. */
  hash(password: string): Promise<string>
  /** Compares a password with a stored hash. Never throws because of the hash. */
  verify(stored: string, password: string): Promise<Verdict>
  /** Takes as long as `verify`, for a user that does not exist or has no password. */
  spendVerifyTime(password: string): Promise<void>
  /** Whether a readable hash should be replaced when the password is known. */
  needsRehash(stored: string): boolean
  /** Whether `verify` may be quicker than `spendVerifyTime`, because the hash is weak or foreign. */
  isQuick(stored: string): boolean
}

export interface HasherOptions {
  readonly hashing?: PasswordHashing | undefined
  readonly peppers?: Peppers | undefined
  readonly foreign?: ForeignHashes | undefined
  readonly platform?: KeyDerivation | undefined
  readonly random?: Random | undefined
}

/** Creates a hasher. Throws if the options are wrong. */
export function createHasher({
  hashing,
  peppers = [],
  foreign = {},
  platform = platformKeyDerivation,
  random = platformRandom,
}: HasherOptions = {}): Hasher {
  const scheme = chooseScheme(platform, hashing)
  const pepperId = peppers[0]?.id
  const isOld = (stored: string, hash: StoredHash): boolean =>
    isForeign(stored, hash) || needsRehash(hash, scheme, pepperId)

  const hash = async (password: string): Promise<string> => {
    const recipe: Recipe = { ...scheme, salt: random(saltBytes), pepperId }
    const bytes = new TextEncoder().encode(normalizePassword(password))
    const key = await deriveKey(platform, recipe, bytes, keyBytes)
    if (!key) throw unavailable(scheme)
    return formatHash(recipe, (await applyPepper(key, pepperId, peppers)) ?? key)
  }

  /** Compares a password with a readable hash. */
  const check = async (stored: string, read: StoredHash, password: string): Promise<Verdict> => {
    const own = normalizePassword(password)
    // Another library may have hashed the password in another normalisation, also one whose hashes
    // look like ours.
    for (const spelling of new Set([own, ...spellingsOf(password)])) {
      const result = await compare(read, spelling)
      if (result === true) {
        return { matches: true, needsRehash: isOld(stored, read), spelling }
      }
      if (result !== false) return { matches: false, problem: result }
    }
    return { matches: false }
  }

  /** A hash that no password has. Checking it takes every step that checking a real one takes. */
  const dummyHash = formatHash(
    { ...scheme, salt: new Uint8Array(saltBytes), pepperId },
    new Uint8Array(keyBytes),
  )

  const spendVerifyTime = async (password: string): Promise<void> => {
    const reading = readHash(dummyHash)
    const verdict = reading.ok && (await check(dummyHash, reading.hash, password))
    if (!verdict || verdict.matches || verdict.problem) throw unavailable(scheme)
  }

  const verify = async (stored: string, password: string): Promise<Verdict> => {
    const reading = readHash(stored)
    if (!reading.ok && reading.reason === 'unknown' && foreign.verify) {
      // The app's function may return another type than it declares.
      const matches: unknown = await foreign.verify(stored, password)
      return matches === true
        ? { matches, needsRehash: true, spelling: password }
        : { matches: false }
    }
    const verdict: Verdict = reading.ok
      ? await check(stored, reading.hash, password)
      : { matches: false, problem: reading.reason }
    // A hash that cannot be checked must not be faster than a wrong password.
    if (!verdict.matches && verdict.problem) await spendVerifyTime(password)
    return verdict
  }

  const compare = async (
    stored: StoredHash,
    password: string,
  ): Promise<boolean | Extract<Uncheckable, 'unsupported' | 'pepper-missing'>> => {
    if (stored.scheme === 'bcrypt' || stored.scheme === 'firebase') {
      return (await verifyForeignHash(platform, stored, password, foreign)) ?? 'unsupported'
    }
    // Asked before the key is derived, because the caller then spends the time of one hash.
    if (!hasPepper(stored.pepperId, peppers)) return 'pepper-missing'
    const bytes = new TextEncoder().encode(password)
    // A pepper replaces the key by a MAC, whatever the length of the key was.
    const length = stored.pepperId === undefined ? stored.key.length : keyBytes
    const key = await deriveKey(platform, stored, bytes, length)
    if (!key) return 'unsupported'
    const peppered = await applyPepper(key, stored.pepperId, peppers)
    if (!peppered) return 'pepper-missing'
    return equalInConstantTime(encodeUnpadded(peppered), encodeUnpadded(stored.key))
  }

  return {
    scheme: scheme.scheme,
    hash,
    verify,
    spendVerifyTime,
    needsRehash: (stored) => {
      const reading = readHash(stored)
      return reading.ok && isOld(stored, reading.hash)
    },
    isQuick: (stored) => {
      const reading = readHash(stored)
      if (reading.ok) return isQuicker(reading.hash, scheme)
      // The app's function takes a time of its own. Others have no hash, and `verify` spends the time.
      return reading.reason === 'unknown' && foreign.verify !== undefined
    },
  }
}

/** Whether this library would write the hash in another form. */
function isForeign(stored: string, hash: StoredHash): boolean {
  if (hash.scheme === 'bcrypt' || hash.scheme === 'firebase') return true
  return formatHash(hash, hash.key) !== stored
}

function unavailable({ scheme }: HashingScheme): InvalidProviderConfig {
  const cure =
    scheme === 'argon2' ? 'Install the package `@node-rs/argon2`, or choose another `hasher`.' : ''
  return new InvalidProviderConfig(`This platform cannot compute ${scheme} hashes. ${cure}`.trim())
}
