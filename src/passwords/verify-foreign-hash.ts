import { equalInConstantTime } from '../crypto/equal.js'
import { sha256Hex } from '../crypto/digest.js'
import type { ForeignHashes } from '../model/password.js'
import { encodeUnpadded } from './base64.js'
import { matchesBcrypt } from './bcrypt.js'
import { deriveFirebaseKey } from './firebase.js'
import type { KeyDerivation } from './key-derivation.js'
import type { BcryptHash, FirebaseHash } from './stored-hash.js'

/**
 * Compares a password with a hash that this library never makes. Returns undefined if a package,
 * an option or a function of the platform is missing.
 */
export async function verifyForeignHash(
  platform: KeyDerivation,
  stored: BcryptHash | FirebaseHash,
  password: string,
  { devisePepper, firebase }: ForeignHashes,
): Promise<boolean | undefined> {
  if (stored.scheme === 'bcrypt') {
    // The digest has no NUL and always 64 bytes, so Django's form reads the whole password.
    if (stored.isDigested) return matchesBcrypt(await sha256Hex(password), stored.text)
    return matchesBcrypt(password, stored.text, devisePepper)
  }
  if (!firebase) return undefined
  const bytes = new TextEncoder().encode(password)
  const key = await deriveFirebaseKey(platform, stored, bytes, firebase)
  return key && equalInConstantTime(encodeUnpadded(key), encodeUnpadded(stored.key))
}
