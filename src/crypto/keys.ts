import { digest, encodeBase64url, hkdfSha256, importKey, type KeyMaterial } from '#primitives'
import type { ContentEncryption, ContentKey, SealHeader } from './content-key.js'
import type { Secrets } from './secrets.js'
import { memoryOf, rememberLabel, type KeyLabel, type KeyRing } from './secret-memory.js'

const keyBytes = { 'A256CBC-HS512': 64, A256GCM: 32 } as const
const thumbprintHash = { 'A256CBC-HS512': 'SHA-512', A256GCM: 'SHA-256' } as const

/**
 * Returns one key per secret, in the order of the secrets. Synchronous if the keys of a frozen list
 * are cached.
 */
export function contentKeys(
  secrets: Secrets,
  label: KeyLabel,
  enc: ContentEncryption,
): KeyRing | Promise<KeyRing> {
  const { rings } = memoryOf(secrets)
  return rings[enc].get(label) ?? deriveRing(rings[enc], secrets, label, enc)
}

/** Returns the key of a MAC as bytes. */
export async function macKey(secret: string, label: KeyLabel): Promise<Uint8Array> {
  const { macKeys } = memoryOf([secret])
  const known = macKeys.get(label)
  if (known) return known
  const key = await hkdfSha256(secret, label, `Latchkey MAC key (${label})`, 32)
  return rememberLabel(macKeys, label, key)
}

async function deriveRing(
  rings: Map<KeyLabel, KeyRing>,
  secrets: Secrets,
  label: KeyLabel,
  enc: ContentEncryption,
): Promise<KeyRing> {
  const keys: ContentKey<KeyMaterial>[] = []
  for (const secret of secrets) {
    // An attacker knows the empty secret.
    if (secret !== '') keys.push(await deriveContentKey(secret, label, enc))
  }
  return rememberLabel(rings, label, keys)
}

async function deriveContentKey(
  secret: string,
  label: KeyLabel,
  enc: ContentEncryption,
): Promise<ContentKey<KeyMaterial>> {
  // Auth.js uses the same salt and info, so its live session cookies can be decrypted here.
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
