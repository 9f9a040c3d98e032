// The portable implementation of the primitives: WebCrypto, and jose for the JWE.
import { base64url, compactDecrypt, CompactEncrypt, errors } from 'jose'
import type { CompactJwe, ContentKey } from './content-key.js'

export type KeyMaterial = Uint8Array

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export async function hkdfSha256(
  secret: string,
  salt: string,
  info: string,
  length: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveBits',
  ])
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode(salt),
    info: encoder.encode(info),
  }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8))
}

export async function digest(algorithm: 'SHA-256' | 'SHA-512', text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(text)))
}

export async function digestHex(algorithm: 'SHA-256' | 'SHA-512', text: string): Promise<string> {
  const bytes = await digest(algorithm, text)
  // With an import, `toHex` would be a file of its own, which every app would load.
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function hmacSha256(key: Uint8Array, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)))
}

export function encodeBase64url(bytes: Uint8Array): string {
  return base64url.encode(bytes)
}

export function decodeBase64url(text: string): Uint8Array {
  return base64url.decode(text)
}

export function importKey(bytes: Uint8Array): KeyMaterial {
  return bytes
}

/** Returns the plaintext, or undefined if the token is not authentic. */
export async function decryptCompact(
  key: ContentKey<KeyMaterial>,
  jwe: CompactJwe,
): Promise<string | undefined> {
  try {
    const { plaintext } = await compactDecrypt(jwe.compact, key.material, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: [key.enc],
    })
    return decoder.decode(plaintext)
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined
    throw thrown
  }
}

/** Returns a compact token with the key's header. */
export async function encryptCompact(
  key: ContentKey<KeyMaterial>,
  plaintext: string,
): Promise<string> {
  return new CompactEncrypt(encoder.encode(plaintext))
    .setProtectedHeader({ ...key.header })
    .encrypt(key.material)
}
