import { decodeBase64url, encodeBase64url } from '#primitives'

export { decodeBase64url, encodeBase64url }

/** Standard base64 of what is given in base64url. */
export function toStandardBase64(base64url: string): string {
  const padding = '='.repeat((4 - (base64url.length % 4)) % 4)
  return base64url.replaceAll('-', '+').replaceAll('_', '/') + padding
}

/** Base64url of what is given in standard base64. */
export function toBase64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
