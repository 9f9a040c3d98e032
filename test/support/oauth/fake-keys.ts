import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'

/** A key of a provider, with the id under which its key set has it. */
export interface FakeKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** Claims, and whatever a test puts in the place of some. */
export type Claims = Record<string, unknown>

const made = new Map<string, Promise<FakeKey>>()

/** A key by its name and algorithm: made once, because RSA keys take their time. */
export function fakeKey(kid = 'first', alg = 'RS256'): Promise<FakeKey> {
  const name = `${alg} ${kid}`
  const known = made.get(name) ?? generateFakeKey(kid, alg)
  made.set(name, known)
  return known
}

/** The public half, as a key set shows it. */
export async function toJwk({ kid, alg, publicKey }: FakeKey): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
}

/** Signs claims; `header` replaces what the key says of itself, and undefined leaves it out. */
export async function signClaims(
  claims: Claims,
  key: FakeKey,
  header: Claims = {},
): Promise<string> {
  const { kid, alg, privateKey } = key
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ kid, typ: 'JWT', alg })
    .sign(privateKey)
  if (Object.keys(header).length === 0) return signed
  const lasting = Object.entries({ kid, typ: 'JWT', alg, ...header })
  const wanted = Object.fromEntries(lasting.filter(([, value]) => value !== undefined))
  const input = `${encodeJson(wanted)}.${signed.split('.')[1]}`
  return `${input}.${await signBytes(input, key)}`
}

/** A part of a compact JWT. */
export function encodeJson(value: unknown): string {
  return encodeBytes(new TextEncoder().encode(JSON.stringify(value)))
}

/** Bytes as base64url. */
export function encodeBytes(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The left half of the hash that belongs to an algorithm, as `at_hash` has it. */
export async function halfHash(text: string, alg = 'RS256'): Promise<string> {
  const algorithm = /^[RPEH]S\d{3}$/.test(alg) ? `SHA-${alg.slice(-3)}` : 'SHA-512'
  const hash = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text))
  return encodeBytes(new Uint8Array(hash, 0, hash.byteLength / 2))
}

async function generateFakeKey(kid: string, alg: string): Promise<FakeKey> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) }
}

async function signBytes(input: string, { privateKey }: FakeKey): Promise<string> {
  const { name } = privateKey.algorithm
  const parameters = name === 'ECDSA' ? { name, hash: 'SHA-256' } : { name }
  const bytes = new TextEncoder().encode(input)
  return encodeBytes(new Uint8Array(await crypto.subtle.sign(parameters, privateKey, bytes)))
}
