// The portable implementation. WebCrypto has PBKDF2 and nothing stronger.
import type { KeyDerivation } from './key-derivation.js'

export const platformKeyDerivation: KeyDerivation = {
  pbkdf2: async ({ password, salt, length }, { digest, iterations }) => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, [
      'deriveBits',
    ])
    const parameters = { name: 'PBKDF2', hash: digest, salt: new Uint8Array(salt), iterations }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8))
  },
  scrypt: undefined,
  findArgon2: async () => undefined,
}
