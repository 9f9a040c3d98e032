import { hmacSha256 } from '#primitives'
import type { PasswordPepper } from '../model/password.js'
import { encodeUnpadded } from './base64.js'

/** Keys that are kept outside the database. The first one is used for new hashes. */
export type Peppers = readonly PasswordPepper[]

/** Whether a hash with this id can be computed. A hash without an id needs no pepper. */
export function hasPepper(pepperId: string | undefined, peppers: Peppers): boolean {
  return pepperId === undefined || peppers.some(({ id }) => id === pepperId)
}

/**
 * Combines a derived key with the pepper that has this id. Without an id the key stays as it is.
 * Returns undefined if the pepper is missing.
 */
export async function applyPepper(
  key: Uint8Array,
  pepperId: string | undefined,
  peppers: Peppers,
): Promise<Uint8Array | undefined> {
  if (pepperId === undefined) return key
  const pepper = peppers.find(({ id }) => id === pepperId)
  if (!pepper) return undefined
  return hmacSha256(new TextEncoder().encode(pepper.key), encodeUnpadded(key))
}
