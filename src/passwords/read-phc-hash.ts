import { withinBounds } from './bounds.js'
import type { Pbkdf2Cost } from './key-derivation.js'
import { parsePhc, type Phc } from './phc.js'
import { malformed, unknown, type HashReading, type StoredHash } from './stored-hash.js'

/** The scheme of platforms without scrypt: chained calls of PBKDF2 with HMAC-SHA-512. */
export const chainId = 'pbkdf2-sha512-chain'

/** Reads a hash in the PHC string format. */
export function readPhcHash(text: string): HashReading {
  const phc = parsePhc(withStandardBase64(withNamedIterations(text)))
  if (!phc) return malformed
  if (!readers.has(phc.id)) return unknown
  const hash = readers.get(phc.id)?.(phc)
  return hash ? withinBounds(hash) : malformed
}

/** Passlib writes the iterations without their name, and `.` for `+`. */
function withNamedIterations(text: string): string {
  const match = /^(\$pbkdf2-sha\d+\$)(\d+)(\$.+)$/.exec(text)
  return match ? `${match[1]}i=${match[2]}${match[3]?.replaceAll('.', '+')}` : text
}

const firebaseStart = '$firebase-scrypt$'

/** Exports of Firebase have either alphabet of base64, depending on the tool that wrote them. */
function withStandardBase64(text: string): string {
  if (!text.startsWith(firebaseStart)) return text
  return firebaseStart + text.slice(firebaseStart.length).replaceAll('-', '+').replaceAll('_', '/')
}

type Reader = (phc: Phc) => StoredHash | undefined

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['scrypt', readScrypt],
  ['argon2id', readArgon2],
  ['argon2i', readArgon2],
  ['argon2d', readArgon2],
  ['pbkdf2-sha1', readPbkdf2('SHA-1')],
  ['pbkdf2-sha256', readPbkdf2('SHA-256')],
  ['pbkdf2-sha512', readPbkdf2('SHA-512')],
  [chainId, readPbkdf2('SHA-512')],
  ['firebase-scrypt', ({ salt, hash }) => ({ scheme: 'firebase', salt, key: hash })],
])

function readScrypt({ params, salt, hash }: Phc): StoredHash {
  // Beyond 31 the power is no longer exact, and far out of bounds.
  const n = 2 ** Math.min(numberIn(params, 'ln'), 31)
  const cost = { n, r: numberIn(params, 'r'), p: numberIn(params, 'p') }
  return { scheme: 'scrypt', cost, salt, key: hash, pepperId: params.get('keyid') }
}

function readArgon2({ id, version = 16, params, salt, hash }: Phc): StoredHash | undefined {
  if (version !== 16 && version !== 19) return undefined
  const cost = {
    variant: id as 'argon2id' | 'argon2i' | 'argon2d',
    version,
    memory: numberIn(params, 'm'),
    passes: numberIn(params, 't'),
    lanes: numberIn(params, 'p'),
  } as const
  return { scheme: 'argon2', cost, salt, key: hash, pepperId: params.get('keyid') }
}

function readPbkdf2(digest: Pbkdf2Cost['digest']): Reader {
  return ({ id, params, salt, hash }) => {
    const calls = id === chainId ? numberIn(params, 'c') : 1
    if (params.has('l') && numberIn(params, 'l') !== hash.length) return undefined
    const cost = { digest, iterations: numberIn(params, 'i') }
    return { scheme: 'pbkdf2', cost, calls, salt, key: hash, pepperId: params.get('keyid') }
  }
}

/** `NaN` if it is missing or not a plain number, which no bound accepts. */
function numberIn(params: ReadonlyMap<string, string>, name: string): number {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
}
