// The Node implementation of the primitives. It is synchronous, because a trip to the thread pool
// costs more than decrypting a token.
import crypto, {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type Decipher,
  type KeyObject,
} from 'node:crypto'
import type { CompactJwe, ContentKey } from './content-key.js'

/** RFC 7518 §5.2.2.1: the first half of the key is for the MAC, the second for the cipher. */
export interface KeyMaterial {
  readonly mac: KeyObject
  readonly cipher: KeyObject
}

const tagLength = { 'A256CBC-HS512': 32, A256GCM: 16 }
const ivLength = { 'A256CBC-HS512': 16, A256GCM: 12 }

export function hkdfSha256(secret: string, salt: string, info: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, length))
}

const nameOfHash = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' }

export function digest(algorithm: 'SHA-256' | 'SHA-512', text: string): Uint8Array {
  return createHash(nameOfHash[algorithm]).update(text).digest()
}

/** Five times faster than the hex of {@link digest}, and every read of a database session needs one. */
export function digestHex(algorithm: 'SHA-256' | 'SHA-512', text: string): string {
  const name = nameOfHash[algorithm]
  return hash ? hash(name, text, 'hex') : createHash(name).update(text).digest('hex')
}

/** Makes no object for the garbage collector. Node has it since 20.12. */
const { hash }: Partial<typeof crypto> = crypto

export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest()
}

export function encodeBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}

export function decodeBase64url(text: string): Uint8Array {
  return Buffer.from(text, 'base64url')
}

export function importKey(bytes: Uint8Array): KeyMaterial {
  return {
    mac: createSecretKey(bytes.subarray(0, 32)),
    cipher: createSecretKey(bytes.subarray(-32)),
  }
}

/** Returns the plaintext, or undefined if the token is not authentic. */
export function decryptCompact(key: ContentKey<KeyMaterial>, jwe: CompactJwe): string | undefined {
  const iv = Buffer.from(jwe.iv, 'base64url')
  const ciphertext = Buffer.from(jwe.ciphertext, 'base64url')
  const tag = Buffer.from(jwe.tag, 'base64url')
  if (iv.length !== ivLength[key.enc] || tag.length !== tagLength[key.enc]) return undefined
  return key.enc === 'A256CBC-HS512'
    ? openCbc(key.material, jwe.encodedHeader, iv, ciphertext, tag)
    : openGcm(key.material, jwe.encodedHeader, iv, ciphertext, tag)
}

/** Returns a compact token with the key's header. */
export function encryptCompact(key: ContentKey<KeyMaterial>, plaintext: string): string {
  const iv = randomBytes(ivLength[key.enc])
  if (key.enc === 'A256GCM') throw new TypeError('A256GCM tokens are opened, never made.')
  const cipher = createCipheriv('aes-256-cbc', key.material.cipher, iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  const tag = cbcTag(key.material.mac, key.encodedHeader, iv, ciphertext)
  const encoded = [iv, ciphertext, tag].map((part) => part.toString('base64url'))
  return `${key.encodedHeader}..${encoded.join('.')}`
}

function openCbc(
  { mac, cipher }: KeyMaterial,
  aad: string,
  iv: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): string | undefined {
  // The tag is verified before the padding, so that an attacker cannot use padding errors as an
  // oracle.
  if (!timingSafeEqual(cbcTag(mac, aad, iv, ciphertext), tag)) return undefined
  return finish(createDecipheriv('aes-256-cbc', cipher, iv), ciphertext)
}

function cbcTag(mac: KeyObject, aad: string, iv: Buffer, ciphertext: Buffer): Buffer {
  return createHmac('sha512', mac)
    .update(aad)
    .update(iv)
    .update(ciphertext)
    .update(bitLength(aad.length))
    .digest()
    .subarray(0, tagLength['A256CBC-HS512'])
}

/** RFC 7518 §5.2.2.1 step 4: the length of the additional data in bits, as a 64-bit integer. */
function bitLength(bytes: number): Buffer {
  const length = Buffer.alloc(8)
  length.writeUInt32BE(bytes * 8, 4)
  return length
}

function openGcm(
  { cipher }: KeyMaterial,
  aad: string,
  iv: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', cipher, iv, { authTagLength: tag.length })
  decipher.setAAD(Buffer.from(aad)).setAuthTag(tag)
  return finish(decipher, ciphertext)
}

function finish(decipher: Decipher, ciphertext: Buffer): string | undefined {
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
