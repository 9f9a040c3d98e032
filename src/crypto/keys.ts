import { digest, encodeBase64url, hkdfSha256, importKey, type KeyMaterial } from '#primitives'
import type { ContentEncryption, ContentKey, SealHeader } from './content-key.js'

/** What a key is for. No two labels share a key, so no token opens as another. */
export type KeyLabel = string

/** The key that seals, then the ones that may still open. */
export type KeyRing = readonly ContentKey<KeyMaterial>[]

const keyBytes = { 'A256CBC-HS512': 64, A256GCM: 32 } as const
const thumbprintHash = { 'A256CBC-HS512': 'SHA-512', A256GCM: 'SHA-256' } as const

/** Derived keys by label and secret. Bounded, because a label may come from a configured cookie. */
const derived = new Map<string, ContentKey<KeyMaterial>>()
const macKeys = new Map<string, Uint8Array>()
const derivedLimit = 256

/** Whole rings by label, for as long as a frozen list of secrets lives: a config is asked again and again. */
type Rings = WeakMap<readonly string[], Map<KeyLabel, KeyRing>>
const rings: Readonly<Record<ContentEncryption, Rings>> = {
  'A256CBC-HS512': new WeakMap(),
  A256GCM: new WeakMap(),
}

/** One key a secret, in the order of the secrets; at once when they were asked for before. */
export function contentKeys(
  secrets: readonly string[],
  label: KeyLabel,
  enc: ContentEncryption,
): KeyRing | Promise<KeyRing> {
  return rings[enc].get(secrets)?.get(label) ?? deriveRing(secrets, label, enc)
}

/** A key for a keyed hash, as bytes. */
export async function macKey(secret: string, label: KeyLabel): Promise<Uint8Array> {
  const name = JSON.stringify([label, secret])
  const known = macKeys.get(name)
  if (known) return known
  const key = await hkdfSha256(secret, label, `Latchkey MAC key (${label})`, 32)
  remember(macKeys, name, key)
  return key
}

async function deriveRing(
  secrets: readonly string[],
  label: KeyLabel,
  enc: ContentEncryption,
): Promise<KeyRing> {
  const keys: ContentKey<KeyMaterial>[] = []
  for (const secret of secrets) {
    // An empty secret is one that everybody knows.
    if (secret !== '') keys.push(await contentKey(secret, label, enc))
  }
  // A list that may still change is not worth remembering.
  if (!Object.isFrozen(secrets)) return keys
  const ringsOfSecrets = rings[enc].get(secrets) ?? new Map<KeyLabel, KeyRing>()
  rings[enc].set(secrets, ringsOfSecrets.set(label, keys))
  return keys
}

async function contentKey(
  secret: string,
  label: KeyLabel,
  enc: ContentEncryption,
): Promise<ContentKey<KeyMaterial>> {
  const name = JSON.stringify([enc, label, secret])
  const known = derived.get(name)
  if (known) return known
  const key = await deriveContentKey(secret, label, enc)
  remember(derived, name, key)
  return key
}

/** Keeps a key, in the place of the oldest where there are too many. */
function remember<K>(keys: Map<string, K>, name: string, key: K): void {
  for (const oldest of keys.keys()) {
    if (keys.size < derivedLimit) break
    keys.delete(oldest)
  }
  keys.set(name, key)
}

async function deriveContentKey(
  secret: string,
  label: KeyLabel,
  enc: ContentEncryption,
): Promise<ContentKey<KeyMaterial>> {
  // The salt and info of Auth.js, so that its live session cookies open here.
  const info = `Auth.js Generated Encryption Key (${label})`
  const bytes = await hkdfSha256(secret, label, info, keyBytes[enc])
  const kid = await thumbprint(bytes, enc)
  const header: SealHeader = { alg: 'dir', enc, kid }
  const encodedHeader = encodeBase64url(new TextEncoder().encode(JSON.stringify(header)))
  return { enc, kid, header, encodedHeader, material: importKey(bytes) }
}

/** RFC 7638, with a hash as long as the key. */
async function thumbprint(bytes: Uint8Array, enc: ContentEncryption): Promise<string> {
  const jwk = `{"k":"${encodeBase64url(bytes)}","kty":"oct"}`
  return encodeBase64url(await digest(thumbprintHash[enc], jwk))
}
