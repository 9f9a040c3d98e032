import { encodeBase64url } from '#primitives'
import { toHex } from './hex.js'

/** Returns the requested number of random bytes. */
export type Random = (bytes: number) => Uint8Array

/** The platform's cryptographically secure random bytes. */
export const platformRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** Returns cryptographically random bytes as base64url. 32 bytes give 256 bits in 43 characters. */
export function randomToken(bytes = 32, random: Random = platformRandom): string {
  return encodeBase64url(random(bytes))
}

/** Returns cryptographically random bytes as lower-case hex. */
export function randomHex(bytes = 32, random: Random = platformRandom): string {
  return toHex(random(bytes))
}

/** Returns decimal digits, all equally likely. */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // With the values 250 to 255 the digits 0 to 5 would be more likely.
    if (byte < 250) digits += String(byte % 10)
  }
  return digits
}
