import { encodeBase64url, hmacSha256 } from '#primitives'
import { equalInConstantTime } from './equal.js'
import { macKey } from './keys.js'
import type { Secrets } from './secrets.js'
import type { KeyLabel } from './secret-memory.js'

/** Returns the MAC of a text as base64url. Each label has its own key. */
export async function mac(text: string, secret: string, label: KeyLabel): Promise<string> {
  return encodeBase64url(await hmacSha256(await macKey(secret, label), text))
}

/** Returns the secret that created this MAC, or undefined if no secret matches. */
export async function findMacSecret(
  text: string,
  proof: string,
  secrets: Secrets,
  label: KeyLabel,
): Promise<string | undefined> {
  for (const secret of secrets) {
    if (equalInConstantTime(await mac(text, secret, label), proof)) return secret
  }
  return undefined
}
