import { digest, encodeBase64url } from '#primitives'
import { andThen } from './and-then.js'

/**
 * Returns the SHA-256 of a text as lower-case hex after `prefix`, synchronously if the platform can.
 */
export function sha256Hex(text: string, prefix = ''): string | Promise<string> {
  return andThen<Uint8Array, string>(digest('SHA-256', text), (bytes) => prefix + toHex(bytes))
}

/** Returns the SHA-256 of a text as base64url, synchronously if the platform can. */
export function sha256Base64url(text: string): string | Promise<string> {
  return andThen<Uint8Array, string>(digest('SHA-256', text), encodeBase64url)
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
