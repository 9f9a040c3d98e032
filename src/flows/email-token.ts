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
 * A token as a link carries it: with a proof, good without asking the database, that we sent it, to
 * whom, and until when. So a made-up link costs nothing and reaches no callback.
 */
export async function signToken(
  { id, secrets: [secret = ''] }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  expires: number,
): Promise<string> {
  const hash = await mac(proofText(id, identifier, token, expires), secret, proofLabel)
  return `${token}.${expires.toString(36)}.${hash}`
}

/** The token behind a signed one, and the secret that signed it; undefined when we did not. */
export async function openToken(
  { id, secrets }: ResolvedEmailProvider,
  { identifier, token: signed }: MailedToken,
  now: number,
): Promise<{ readonly token: string; readonly secret: string } | undefined> {
  // A token of the application's own making may have dots.
  const [, token = '', moment = '', hash = ''] = /^(.*)\.([\da-z]+)\.([\w-]+)$/s.exec(signed) ?? []
  const expires = Number.parseInt(moment, 36)
  if (!(expires > now)) return undefined
  const text = proofText(id, identifier, token, expires)
  const secret = await findMacSecret(text, hash, secrets, proofLabel)
  return secret === undefined ? undefined : { token, secret }
}

/** A token as the database knows it. */
export async function hashToken(
  { id }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  secret: string,
): Promise<string> {
  return mac(JSON.stringify([id, identifier, token]), secret, tokenLabel)
}

/** A code as the browser that asked keeps it, sealed: useless to every other one. */
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
