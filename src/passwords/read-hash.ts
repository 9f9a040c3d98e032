import { decodeBase64, decodeHex } from './base64.js'
import { withinBounds } from './bounds.js'
import type { Pbkdf2Cost } from './key-derivation.js'
import { longestHash } from './phc.js'
import { readPhcHash } from './read-phc-hash.js'
import { malformed, unknown, type HashReading } from './stored-hash.js'

/**
 * Reads a stored hash: ours, or one of another library. Never throws, because a row may hold
 * anything.
 */
export function readHash(text: string): HashReading {
  if (text.length > longestHash) return malformed
  if (bcryptForm.test(text)) return readBcrypt(text, { isDigested: false })
  if (/^\$2[abxy]?\$/.test(text)) return malformed
  if (text.startsWith('$')) return readPhcHash(text)
  if (text.includes('$')) return readDjango(text)
  return text.includes(':') ? readSaltAndKey(text) : unknown
}

const bcryptForm = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/

function readBcrypt(text: string, { isDigested }: { isDigested: boolean }): HashReading {
  return withinBounds({ scheme: 'bcrypt', text, isDigested })
}

const encoder = new TextEncoder()

const djangoDigests: ReadonlyMap<string, Pbkdf2Cost['digest']> = new Map([
  ['pbkdf2_sha256', 'SHA-256'],
  ['pbkdf2_sha1', 'SHA-1'],
])

/** Reads `algorithm$…`, the form of Django. Its salts are text. */
function readDjango(text: string): HashReading {
  const [algorithm = ''] = text.split('$', 1)
  const rest = text.slice(algorithm.length + 1)
  const digest = djangoDigests.get(algorithm)
  if (digest) return readDjangoPbkdf2(digest, rest)
  switch (algorithm) {
    case 'argon2':
      return readPhcHash(`$${rest}`)
    case 'bcrypt':
    case 'bcrypt_sha256':
      if (!bcryptForm.test(rest)) return malformed
      return readBcrypt(rest, { isDigested: algorithm === 'bcrypt_sha256' })
    case 'scrypt':
      return readDjangoScrypt(rest)
    default:
      return unknown
  }
}

function readDjangoPbkdf2(digest: Pbkdf2Cost['digest'], rest: string): HashReading {
  const [iterations, salt, encoded, ...more] = rest.split('$')
  const key = decodeBase64(encoded ?? '')
  if (!key || salt === undefined || more.length > 0) return malformed
  const cost = { digest, iterations: toNumber(iterations) }
  return withinBounds({ scheme: 'pbkdf2', cost, calls: 1, salt: encoder.encode(salt), key })
}

function readDjangoScrypt(rest: string): HashReading {
  const [n, salt, r, p, encoded, ...more] = rest.split('$')
  const key = decodeBase64(encoded ?? '')
  if (!key || salt === undefined || more.length > 0) return malformed
  const cost = { n: toNumber(n), r: toNumber(r), p: toNumber(p) }
  return withinBounds({ scheme: 'scrypt', cost, salt: encoder.encode(salt), key })
}

/**
 * Reads `salt:key`, the form of better-auth, Lucia and Oslo. The salt is used as the text that it
 * is, also where it is hex.
 */
function readSaltAndKey(text: string): HashReading {
  const match = /^(s2:)?([0-9a-z]{16}|[0-9a-f]{32}):([0-9a-f]{128})$/.exec(text)
  const [, version, salt = '', hex = ''] = match ?? []
  const key = decodeHex(hex)
  if (!key) return unknown
  // Lucia 1 wrote short salts without a version, and used half of the memory.
  const r = version === undefined && salt.length === 16 ? 8 : 16
  const cost = { n: 2 ** 14, r, p: 1 }
  return withinBounds({ scheme: 'scrypt', cost, salt: encoder.encode(salt), key })
}

function toNumber(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : Number.NaN
}
