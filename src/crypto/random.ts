import { encodeBase64url } from '#primitives'

/** Cryptographically random bytes as base64url text; 32 bytes give 256 bits in 43 characters. */
export function randomToken(bytes = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Cryptographically random bytes as lower-case hex. */
export function randomHex(bytes = 32): string {
  let text = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) {
    text += byte.toString(16).padStart(2, '0')
  }
  return text
}
