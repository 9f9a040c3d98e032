import type { ResolvedEmailProvider } from '../../config/email-provider.js'
import { findMacSecret, mac } from '../../crypto/mac.js'

/** What a mailed link carries. */
export interface MailedToken {
  readonly identifier: string
  readonly token: string
}

/** A token that came back, and what is known of it without asking the database. */
export interface OpenedToken {
  readonly token: string
  /** Seconds since the epoch, with fractions. */
  readonly expires: number
  readonly secret: string
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
  const moment = Math.round(expires * 1000)
  const hash = await mac(proofText(id, identifier, token, moment), secret, proofLabel)
  return `${token}.${moment.toString(36)}.${hash}`
}

/** The token behind a signed one, its end, and the secret that signed it; undefined if we did not. */
export async function openToken(
  { id, secrets }: ResolvedEmailProvider,
  { identifier, token: signed }: MailedToken,
  now: number,
): Promise<OpenedToken | undefined> {
  // A token of the application's own making may have dots.
  const [, token = '', end = '', hash = ''] = /^(.*)\.([\da-z]+)\.([\w-]+)$/s.exec(signed) ?? []
  const moment = Number.parseInt(end, 36)
  if (!(moment > now * 1000)) return undefined
  const text = proofText(id, identifier, token, moment)
  const secret = await findMacSecret(text, hash, secrets, proofLabel)
  return secret === undefined ? undefined : { token, expires: moment / 1000, secret }
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

function proofText(id: string, identifier: string, token: string, moment: number): string {
  return JSON.stringify([id, identifier, token, moment])
}
