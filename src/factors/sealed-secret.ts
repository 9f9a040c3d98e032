import { decodeBase64url, encodeBase64url } from '../crypto/base64.js'
import { open, seal } from '../crypto/seal.js'
import type { Secrets } from '../crypto/secrets.js'

/** The factor that a secret belongs to. */
export interface SecretOwner {
  readonly userId: string
  /** The factor's id. */
  readonly id: string
}

/** A secret that was read from the database. */
export interface OpenedSecret {
  readonly secret: Uint8Array
  /** Whether the first secret of the config sealed it. If not, it should be sealed again. */
  readonly isCurrent: boolean
}

const label = 'latchkey.factor-secret'

/** Encrypts the secret of an authenticator app for the database. */
export async function sealSecret(
  secrets: Secrets,
  { userId, id, secret }: SecretOwner & { readonly secret: Uint8Array },
): Promise<string> {
  return seal(JSON.stringify([userId, id, encodeBase64url(secret)]), secrets, label)
}

/**
 * Decrypts the secret of an authenticator app. Undefined if it belongs to another user or another
 * factor, or if none of the config's secrets opens it.
 */
export async function openSecret(
  secrets: Secrets,
  sealed: string,
  owner: SecretOwner,
): Promise<OpenedSecret | undefined> {
  const opened = await open(sealed, secrets, label)
  if (!opened) return undefined
  // Only this library can seal for this label, so `sealSecret` wrote the text.
  const [userId, id, secret] = JSON.parse(opened.plaintext) as [string, string, string]
  // An attacker who can write to the database could copy their own row to another user.
  if (userId !== owner.userId || id !== owner.id) return undefined
  return { secret: decodeBase64url(secret), isCurrent: opened.current }
}
