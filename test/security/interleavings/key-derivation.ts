import { createHash } from 'node:crypto'
import type { DerivationInput, KeyDerivation } from '../../../src/passwords/key-derivation.js'

/**
 * Takes the place of `#key-derivation` in the engines of the explorer. The real one works in Node's
 * thread pool, which the scheduler does not control.
 */
export const platformKeyDerivation: KeyDerivation = {
  pbkdf2: async (input) => derive(input),
  scrypt: async (input) => derive(input),
  findArgon2: async () => undefined,
}

function derive({ password, salt, length }: DerivationInput): Uint8Array {
  return createHash('shake256', { outputLength: length }).update(salt).update(password).digest()
}
