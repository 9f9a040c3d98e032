import { keyBytes, saltBytes, type HashingScheme } from './hashing-scheme.js'
import type { StoredHash } from './stored-hash.js'

/**
 * Whether a stored hash should be replaced: it is weaker than new ones, foreign, or has another
 * pepper. A stronger hash stays, so that a process on a weaker platform replaces nothing.
 */
export function needsRehash(
  hash: StoredHash,
  scheme: HashingScheme,
  pepperId: string | undefined,
): boolean {
  if (hash.scheme === 'bcrypt' || hash.scheme === 'firebase') return true
  if (isQuicker(hash, scheme)) return true
  // A process on a platform without the scheme of this hash.
  if (hash.scheme !== scheme.scheme) return false
  if (hash.pepperId !== pepperId) return true
  return hash.key.length < keyBytes || hash.salt.length < saltBytes
}

/** Whether a stored hash may take less work than a new one. */
export function isQuicker(hash: StoredHash, scheme: HashingScheme): boolean {
  if (hash.scheme === 'bcrypt' || hash.scheme === 'firebase') return true
  if (hash.scheme !== scheme.scheme) return scheme.scheme !== 'pbkdf2'
  return isWeaker(hash, scheme)
}

function isWeaker(hash: StoredHash, scheme: HashingScheme): boolean {
  if (hash.scheme === 'scrypt' && scheme.scheme === 'scrypt') {
    const [old, now] = [hash.cost, scheme.cost]
    return old.n * old.r < now.n * now.r || old.n * old.r * old.p < now.n * now.r * now.p
  }
  if (hash.scheme === 'argon2' && scheme.scheme === 'argon2') {
    const [old, now] = [hash.cost, scheme.cost]
    const isOther = old.variant !== now.variant || old.version < now.version
    return isOther || old.memory < now.memory || old.memory * old.passes < now.memory * now.passes
  }
  if (hash.scheme === 'pbkdf2' && scheme.scheme === 'pbkdf2') {
    const isOther = hash.cost.digest !== scheme.cost.digest
    return isOther || hash.cost.iterations * hash.calls < scheme.cost.iterations * scheme.calls
  }
  return true
}
