const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as base32 without padding, as authenticator apps expect it. @see RFC 4648, section 6 */
export function encodeBase32(bytes: Uint8Array): string {
  return encodeInFives(bytes, alphabet)
}

/** Encodes every five bits as one character. Zeros fill up the last one. */
export function encodeInFives(bytes: Uint8Array, characters: string): string {
  let text = ''
  let waiting = 0
  let bits = 0
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += characters.charAt((waiting >> bits) & 31)
    }
  }
  return bits === 0 ? text : text + characters.charAt((waiting << (5 - bits)) & 31)
}

/** Separates a text into groups of four, so that people can type it. */
export function inFours(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}
