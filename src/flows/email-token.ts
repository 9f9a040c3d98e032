import type { ResolvedEmailProvider } from '../config/email-provider.js'
import { findMacSecret, mac } from '../crypto/mac.js'

/** What a mailed link carries. */
export interface MailedToken {
  readonly identifier: string
  readonly token: string
}

const proofLabel = 'mailed link'
const tokenLabel = 'mailed token'
const codeLabel = 'mailed code'

/**
 * The part of a link that says, without asking the database, that we sent it, to whom, and until
 * when: so a made-up link costs nothing and reaches no callback.
 */
export async function proveLink(
  { id, secrets: [secret = ''] }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  expires: number,
): Promise<string> {
  return `${expires.toString(36)}.${await mac(proofText(id, identifier, token, expires), secret, proofLabel)}`
}

/** The secret that a link was made with; undefined when it is not one of ours, or no longer good. */
export async function checkProof(
  { id, secrets }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  proof: string,
  now: number,
): Promise<string | undefined> {
  const [moment = '', hash = ''] = proof.split('.')
  const expires = Number.parseInt(moment, 36)
  if (!(expires > now)) return undefined
  return findMacSecret(proofText(id, identifier, token, expires), hash, secrets, proofLabel)
}

/** A token as the database knows it. */
export async function hashToken(
  { id }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  secret: string,
): Promise<string> {
  return mac(JSON.stringify([id, identifier, token]), secret, tokenLabel)
}

/** A code as the database knows it: useless without the browser that asked. */
export async function hashCode(
  { id }: ResolvedEmailProvider,
  { identifier, nonce, code }: { identifier: string; nonce: string; code: string },
  secret: string,
): Promise<string> {
  return mac(JSON.stringify([id, identifier, nonce, code]), secret, codeLabel)
}

function proofText(id: string, identifier: string, token: string, expires: number): string {
  return JSON.stringify([id, identifier, token, expires])
}
