import { encodeBase64url } from '#primitives'
import { toHex } from './digest.js'

/** Gives so many random bytes. */
export type Random = (bytes: number) => Uint8Array

/** Cryptographically random bytes of the platform. */
export const platformRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** Cryptographically random bytes as base64url text; 32 bytes give 256 bits in 43 characters. */
export function randomToken(bytes = 32, random: Random = platformRandom): string {
  return encodeBase64url(random(bytes))
}

/** Cryptographically random bytes as lower-case hex. */
export function randomHex(bytes = 32, random: Random = platformRandom): string {
  return toHex(random(bytes))
}

/** Decimal digits, each as likely as the others. */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // The last six values would make the first six digits likelier.
    if (byte < 250) digits += String(byte % 10)
  }
  return digits
}
