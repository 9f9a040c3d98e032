import { digest, digestHex, encodeBase64url } from '#primitives'
import { andThen } from './and-then.js'

/**
 * Returns the SHA-256 of a text as lower-case hex after `prefix`, synchronously if the platform can.
 */
export function sha256Hex(text: string, prefix = ''): string | Promise<string> {
  return andThen<string, string>(digestHex('SHA-256', text), (hex) => prefix + hex)
}

/** Returns the SHA-256 of a text as base64url, synchronously if the platform can. */
export function sha256Base64url(text: string): string | Promise<string> {
  return andThen<Uint8Array, string>(digest('SHA-256', text), encodeBase64url)
}
