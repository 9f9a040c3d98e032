import { malformed, type HashReading, type Pbkdf2Hash, type StoredHash } from './stored-hash.js'

/** The largest costs that are accepted from a stored hash, because computing it takes them. */
const most = {
  scryptN: 2 ** 17,
  /** `128·n·r` bytes. */
  scryptMemory: 128 * 1024 * 1024,
  scryptR: 16,
  scryptP: 10,
  argon2Memory: 1024 * 1024,
  argon2Passes: 10,
  argon2Lanes: 16,
  pbkdf2Iterations: 10_000_000,
  pbkdf2Calls: 10,
  bcryptCost: 15,
  keyBytes: 128,
  saltBytes: 128,
}

/** Shorter keys and salts are mistakes or traps: an empty key would match every password. */
const least = { keyBytes: 16, saltBytes: 1 }

/** Refuses a hash that is too costly to compute, or whose numbers have no meaning. */
export function withinBounds(hash: StoredHash): HashReading {
  if (!isSound(hash)) return malformed
  return isAffordable(hash) ? { ok: true, hash } : { ok: false, reason: 'too-costly' }
}

function isSound(hash: StoredHash): boolean {
  if (hash.scheme === 'bcrypt') return bcryptCost(hash.text) >= 4
  const { key, salt } = hash
  if (key.length < least.keyBytes || key.length > most.keyBytes) return false
  if (salt.length < least.saltBytes || salt.length > most.saltBytes) return false
  if (hash.scheme === 'firebase') return true
  const numbers = Object.values(hash.cost).filter((value) => typeof value === 'number')
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 1)) return false
  switch (hash.scheme) {
    case 'scrypt':
      return hash.cost.n > 1 && Number.isInteger(Math.log2(hash.cost.n))
    case 'argon2':
      return salt.length >= 8 && hash.cost.memory >= 8 * hash.cost.lanes
    case 'pbkdf2':
      return Number.isSafeInteger(hash.calls) && hash.calls >= 1
  }
}

function isAffordable(hash: StoredHash): boolean {
  switch (hash.scheme) {
    case 'scrypt': {
      const { n, r, p } = hash.cost
      if (n > most.scryptN || r > most.scryptR || p > most.scryptP) return false
      return 128 * n * r <= most.scryptMemory
    }
    case 'argon2': {
      const { memory, passes, lanes } = hash.cost
      if (memory > most.argon2Memory || lanes > most.argon2Lanes) return false
      return passes <= most.argon2Passes
    }
    case 'pbkdf2':
      if (hash.calls > most.pbkdf2Calls) return false
      return hash.cost.iterations * pbkdf2Rounds(hash) <= most.pbkdf2Iterations
    case 'bcrypt':
      return bcryptCost(hash.text) <= most.bcryptCost
    case 'firebase':
      return true
  }
}

/** PBKDF2 runs all iterations again for each block of the key. @see RFC 8018, section 5.2 */
function pbkdf2Rounds({ key, cost, calls }: Pbkdf2Hash): number {
  return calls - 1 + Math.ceil(key.length / digestBytes[cost.digest])
}

const digestBytes = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-512': 64 } as const

function bcryptCost(text: string): number {
  return Number(text.slice(4, 6))
}
