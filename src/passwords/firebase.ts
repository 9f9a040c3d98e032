import type { KeyDerivation } from './key-derivation.js'
import type { FirebaseHash } from './stored-hash.js'
import type { FirebaseParameters } from '../model/password.js'
import { decodeBase64 } from './base64.js'

/**
 * Computes what Firebase stores for a password: the project's signer key, encrypted with a key that
 * scrypt derives. Returns undefined if the platform has no scrypt.
 *
 * @see https://github.com/firebase/scrypt
 */
export async function deriveFirebaseKey(
  { scrypt }: KeyDerivation,
  { salt }: FirebaseHash,
  password: Uint8Array,
  { signerKey, saltSeparator, rounds, memCost }: FirebaseParameters,
): Promise<Uint8Array | undefined> {
  if (!scrypt) return undefined
  const separator = decodeBase64(saltSeparator) ?? new Uint8Array()
  const input = { password, salt: new Uint8Array([...salt, ...separator]), length: 32 }
  const derived = await scrypt(input, { n: 2 ** memCost, r: rounds, p: 1 })
  const key = await crypto.subtle.importKey('raw', new Uint8Array(derived), 'AES-CTR', false, [
    'encrypt',
  ])
  const algorithm = { name: 'AES-CTR', counter: new Uint8Array(16), length: 64 }
  const signer = new Uint8Array(decodeBase64(signerKey) ?? [])
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, signer))
}
