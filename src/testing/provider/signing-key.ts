import { encodeBase64url } from '../../crypto/base64.js'

/** The claims of a token or a user. */
export type Claims = Readonly<Record<string, unknown>>

/** A key that signs the ID tokens of a fake provider with ES256. */
export interface SigningKey {
  /** The public half, as the key set contains it. */
  readonly jwk: Claims
  sign(claims: Claims): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])
  const kid = crypto.randomUUID()
  const exported = await crypto.subtle.exportKey('jwk', publicKey)
  const { kty, crv, x, y } = exported
  return {
    jwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' },
    async sign(claims) {
      const input = `${encodeJson({ alg: 'ES256', typ: 'JWT', kid })}.${encodeJson(claims)}`
      const hash = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await crypto.subtle.sign(hash, privateKey, toBytes(input))
      return `${input}.${encodeBase64url(new Uint8Array(signature))}`
    },
  }
}

/** The left half of the hash of an access token. @see OpenID Connect Core, section 3.1.3.6 */
export async function halfHash(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', toBytes(token))
  return encodeBase64url(new Uint8Array(hash, 0, hash.byteLength / 2))
}

function encodeJson(value: unknown): string {
  return encodeBase64url(toBytes(JSON.stringify(value)))
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
