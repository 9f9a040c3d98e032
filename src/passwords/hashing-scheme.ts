import type { PasswordHashing } from '../model/password.js'
import type { Recipe } from './derive-key.js'
import type { KeyDerivation } from './key-derivation.js'
import { formatPhc } from './phc.js'
import { chainId } from './read-phc-hash.js'

/** How new passwords are hashed, without a salt. */
export type HashingScheme = Recipe extends infer One
  ? One extends Recipe
    ? Omit<One, 'salt' | 'pepperId'>
    : never
  : never

/** Bytes of the keys and salts of new hashes. */
export const keyBytes = 32
export const saltBytes = 16

/**
 * Returns the scheme for new hashes. The default is scrypt with 128 MiB, or chained PBKDF2 on
 * platforms without scrypt. Both meet the recommendations of OWASP.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export function chooseScheme(
  platform: KeyDerivation,
  wanted: PasswordHashing | undefined,
): HashingScheme {
  return toScheme(wanted ?? { scheme: platform.scrypt ? 'scrypt' : 'pbkdf2' })
}

/** Fills in the defaults of a scheme. */
export function toScheme(wanted: PasswordHashing): HashingScheme {
  switch (wanted.scheme) {
    case 'scrypt': {
      const { ln = 17, r = 8, p = 1 } = wanted
      return { scheme: 'scrypt', cost: { n: 2 ** ln, r, p } }
    }
    case 'argon2id': {
      const { memory = 19_456, passes = 2, lanes = 1 } = wanted
      const cost = { variant: 'argon2id', version: 19, memory, passes, lanes } as const
      return { scheme: 'argon2', cost }
    }
    case 'pbkdf2': {
      // workerd allows 100,000 iterations in one call. Three calls exceed OWASP's 220,000.
      const { iterations = 100_000, calls = 3 } = wanted
      return { scheme: 'pbkdf2', cost: { digest: 'SHA-512', iterations }, calls }
    }
  }
}

/** Formats a hash that this library made. */
export function formatHash(recipe: Recipe, hash: Uint8Array): string {
  const { salt, pepperId } = recipe
  const keyid: Record<string, string> = pepperId === undefined ? {} : { keyid: pepperId }
  const format = (id: string, params: Record<string, number>, version?: number): string => {
    const all: Record<string, string | number> = { ...params, ...keyid }
    const texts = Object.entries(all).map(([name, value]) => [name, String(value)] as const)
    return formatPhc({ id, version, params: new Map(texts), salt, hash })
  }
  switch (recipe.scheme) {
    case 'scrypt': {
      const { n, r, p } = recipe.cost
      return format('scrypt', { ln: Math.log2(n), r, p })
    }
    case 'argon2': {
      const { variant, version, memory, passes, lanes } = recipe.cost
      return format(variant, { m: memory, t: passes, p: lanes }, version)
    }
    case 'pbkdf2':
      return format(chainId, { i: recipe.cost.iterations, c: recipe.calls })
  }
}
