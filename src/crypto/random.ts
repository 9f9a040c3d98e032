import { encodeBase64url } from '#primitives'
import { toHex } from './digest.js'

/** Cryptographically random bytes as base64url text; 32 bytes give 256 bits in 43 characters. */
export function randomToken(bytes = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Cryptographically random bytes as lower-case hex. */
export function randomHex(bytes = 32): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}
