import type { FirebaseParameters, PasswordOptions, PasswordPepper } from '../model/password.js'
import { decodeBase64 } from './base64.js'
import { withinBounds } from './bounds.js'
import { keyBytes, saltBytes, toScheme } from './hashing-scheme.js'
import { mostCodePoints } from './password-rules.js'
import type { HashReading } from './stored-hash.js'

/** Returns what is wrong with the options of a password provider, or undefined. */
export function findMistake(options: PasswordOptions): string | undefined {
  return (
    identifierMistake(options) ??
    lengthMistake(options) ??
    hasherMistake(options) ??
    queueMistake(options) ??
    pepperMistake(options.peppers ?? []) ??
    firebaseMistake(options.foreignHashes?.firebase)
  )
}

function identifierMistake(options: PasswordOptions): string | undefined {
  const { identifier = 'email', requireVerifiedEmail = true } = options
  if (identifier === 'username' && !requireVerifiedEmail) {
    return 'With `requireVerifiedEmail: false`, `identifier` must be email or either, because only a visitor who has proven an address is told that a user name is taken.'
  }
  if (['email', 'username', 'either'].includes(identifier)) return undefined
  return 'Expected `identifier` to be one of email, username, either.'
}

/** NIST SP 800-63B-4 allows no less than 8, even beside a second factor. */
const leastCodePoints = 8

function lengthMistake({ minLength = 15, maxLength = mostCodePoints }: PasswordOptions) {
  if (!isBetween(minLength, leastCodePoints, 64)) {
    return `Expected \`minLength\` to be between ${leastCodePoints} and 64, got ${minLength}.`
  }
  if (isBetween(maxLength, 64, mostCodePoints)) return undefined
  return `Expected \`maxLength\` to be between 64 and ${mostCodePoints}, got ${maxLength}.`
}

function hasherMistake({ hasher }: PasswordOptions): string | undefined {
  if (!hasher) return undefined
  const known = ['scrypt', 'argon2id', 'pbkdf2']
  if (!known.includes(hasher.scheme)) {
    return `Expected the \`scheme\` of \`hasher\` to be one of ${known.join(', ')}.`
  }
  const salt = new Uint8Array(saltBytes)
  const checked = withinBounds({ ...toScheme(hasher), salt, key: new Uint8Array(keyBytes) })
  return checked.ok ? undefined : `The cost of \`hasher\` is ${describeReading(checked)}.`
}

function queueMistake({ hashesAtOnce = 2, hashesWaiting = 32 }: PasswordOptions) {
  if (!isBetween(hashesAtOnce, 1, 64)) {
    return `Expected \`hashesAtOnce\` to be between 1 and 64, got ${hashesAtOnce}.`
  }
  if (isBetween(hashesWaiting, 0, 10_000)) return undefined
  return `Expected \`hashesWaiting\` to be between 0 and 10000, got ${hashesWaiting}.`
}

function pepperMistake(peppers: readonly PasswordPepper[]): string | undefined {
  const ids = new Set<string>()
  for (const { id, key } of peppers) {
    if (!/^[a-z0-9-]{1,16}$/.test(id)) {
      return 'Expected the `id` of each pepper to be up to 16 lower-case letters, digits or "-".'
    }
    if (ids.has(id)) return `Two peppers have the id "${id}". Give one of them another \`id\`.`
    if (typeof key !== 'string' || key.length < 32) {
      return `Expected the \`key\` of the pepper "${id}" to have 32 characters or more.`
    }
    ids.add(id)
  }
  return undefined
}

function firebaseMistake(firebase: FirebaseParameters | undefined): string | undefined {
  if (!firebase) return undefined
  const { signerKey, saltSeparator, rounds, memCost } = firebase
  if (!decodeBase64(signerKey) || !decodeBase64(saltSeparator)) {
    return 'Expected `signerKey` and `saltSeparator` of `foreignHashes.firebase` to be base64.'
  }
  const [salt, key] = [new Uint8Array(saltBytes), new Uint8Array(keyBytes)]
  const cost = { n: 2 ** memCost, r: rounds, p: 1 }
  const checked = withinBounds({ scheme: 'scrypt', cost, salt, key })
  return checked.ok
    ? undefined
    : `The cost of \`foreignHashes.firebase\` is ${describeReading(checked)}.`
}

function describeReading(reading: HashReading): string {
  return !reading.ok && reading.reason === 'too-costly' ? 'above the limits' : 'not valid'
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}
