import { decodeBase64url, encodeBase64url } from '#primitives'

export { decodeBase64url, encodeBase64url }

/** Converts base64url to standard base64. */
export function toStandardBase64(base64url: string): string {
  const padding = '='.repeat((4 - (base64url.length % 4)) % 4)
  return base64url.replaceAll('-', '+').replaceAll('_', '/') + padding
}

/** Converts standard base64 to base64url. */
export function toBase64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
