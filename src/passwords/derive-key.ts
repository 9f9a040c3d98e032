import type { KeyDerivation } from './key-derivation.js'
import type { Argon2Hash, Pbkdf2Hash, ScryptHash } from './stored-hash.js'

/** A hash without its key: the scheme, the cost and the salt. */
export type Recipe = Omit<ScryptHash, 'key'> | Omit<Argon2Hash, 'key'> | Omit<Pbkdf2Hash, 'key'>

/** Derives a key by a recipe. Returns undefined if the platform lacks the scheme. */
export async function deriveKey(
  platform: KeyDerivation,
  recipe: Recipe,
  password: Uint8Array,
  length: number,
): Promise<Uint8Array | undefined> {
  const input = { password, salt: recipe.salt, length }
  try {
    switch (recipe.scheme) {
      case 'scrypt':
        return await platform.scrypt?.(input, recipe.cost)
      case 'argon2': {
        const argon2 = await platform.findArgon2()
        return await argon2?.(input, recipe.cost)
      }
      case 'pbkdf2':
        return await deriveInChain(platform, recipe, password, length)
    }
  } catch (thrown) {
    if (isUnsupported(thrown)) return undefined
    throw thrown
  }
}

/**
 * Chains several calls of PBKDF2, because some platforms limit the iterations of one. Each call is
 * keyed by the result of the call before.
 */
async function deriveInChain(
  { pbkdf2 }: KeyDerivation,
  { cost, calls, salt }: Omit<Pbkdf2Hash, 'key'>,
  password: Uint8Array,
  length: number,
): Promise<Uint8Array> {
  let key = password
  for (let call = 1; call <= calls; call += 1) {
    key = await pbkdf2({ password: key, salt, length: call === calls ? length : 64 }, cost)
  }
  return key
}

/** workerd refuses more than 100,000 iterations, and Node's Argon2 knows one version. */
function isUnsupported(thrown: unknown): boolean {
  return (
    thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'NotSupportedError')
  )
}
