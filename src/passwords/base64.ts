import {
  decodeBase64url,
  encodeBase64url,
  toBase64url,
  toStandardBase64,
} from '../crypto/base64.js'

/** Encodes bytes as PHC strings do: standard base64 without padding. */
export function encodeUnpadded(bytes: Uint8Array): string {
  return toStandardBase64(encodeBase64url(bytes)).replace(/=+$/, '')
}

/** Decodes standard base64, with or without padding. Returns undefined for anything else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
  return isBase64 ? decodeBase64url(toBase64url(text)) : undefined
}

/** Decodes pairs of hex digits. Returns undefined for anything else. */
export function decodeHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
