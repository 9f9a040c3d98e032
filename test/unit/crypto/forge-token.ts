import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { CompactJwe, ContentEncryption } from '../../../src/crypto/content-key.js'

/** The key of a secret for a label, derived without our own code. */
export function deriveKey(secret: string, label: string, enc: ContentEncryption): Uint8Array {
  const info = `Auth.js Generated Encryption Key (${label})`
  const length = enc === 'A256GCM' ? 32 : 64
  return new Uint8Array(hkdfSync('sha256', secret, label, info, length))
}

/** An authentic A256CBC-HS512 token, whatever its header says. @see RFC 7518 §5.2.2.1 */
export function forgeToken(
  header: unknown,
  plaintext: string,
  key: Uint8Array,
  { autoPadding = true } = {},
): string {
  const encodedHeader = encode(typeof header === 'string' ? header : JSON.stringify(header))
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key.subarray(32), iv).setAutoPadding(autoPadding)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(encodedHeader.length * 8))
  const tag = createHmac('sha512', key.subarray(0, 32))
    .update(Buffer.concat([Buffer.from(encodedHeader), iv, ciphertext, length]))
    .digest()
    .subarray(0, 32)
  return [encodedHeader, '', ...[iv, ciphertext, tag].map(encode)].join('.')
}

/** The parts of a compact token with an empty encrypted key. */
export function partsOf(compact: string): CompactJwe {
  const [encodedHeader = '', , iv = '', ciphertext = '', tag = ''] = compact.split('.')
  return { compact, encodedHeader, iv, ciphertext, tag }
}

/** The header of a token, read. */
export function headerOf(token: string): unknown {
  return JSON.parse(Buffer.from(partsOf(token).encodedHeader, 'base64url').toString())
}

/** Copies of a token, each with one bit turned over: one for every byte of every part. */
export function flipEveryByte(token: string): string[] {
  const parts = token.split('.')
  return parts.flatMap((part, at) => {
    const bytes = Buffer.from(part, 'base64url')
    return Array.from(bytes, (byte, offset) => {
      const flipped = Buffer.from(bytes)
      flipped[offset] = byte ^ (1 << (offset % 8))
      return parts.with(at, encode(flipped)).join('.')
    })
  })
}

export function encode(part: string | Uint8Array): string {
  return Buffer.from(part).toString('base64url')
}
