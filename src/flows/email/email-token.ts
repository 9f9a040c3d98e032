import type { ResolvedEmailProvider } from '../../config/email-provider.js'
import { findMacSecret, mac } from '../../crypto/mac.js'

/** The content of a mailed link. */
export interface MailedToken {
  readonly identifier: string
  readonly token: string
}

/** A token from a link, with what is known about it without the database. */
export interface OpenedToken {
  readonly token: string
  /** Seconds since the epoch, with fractions. */
  readonly expires: number
  readonly secret: string
  /** Whether the database stores the signed token in the form of Auth.js. */
  readonly isShared: boolean
}

/** Where a signed link works: at servers with Latchkey, or also at servers with Auth.js. */
export type LinkUse = 'own' | 'shared'

const proofLabels: Readonly<Record<LinkUse, string>> = {
  own: 'mailed link',
  shared: 'mailed link beside Auth.js',
}
const tokenLabel = 'mailed token'
const codeLabel = 'mailed code'

/**
 * Signs a token for a link. The signature proves that we sent it, to which address, and until when
 * it is valid. A forged link is therefore refused without a database query or a callback.
 */
export async function signToken(
  { id, secrets: [secret] }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  expires: number,
  use: LinkUse,
): Promise<string> {
  const moment = Math.round(expires * 1000)
  const hash = await mac(proofText(id, identifier, token, moment), secret, proofLabels[use])
  return `${token}.${moment.toString(36)}.${hash}`
}

/**
 * Returns the token inside a signed one, when it expires, and the secret that signed it. Undefined
 * if the signature is not ours.
 */
export async function openToken(
  { id, secrets }: ResolvedEmailProvider,
  { identifier, token: signed }: MailedToken,
  now: number,
): Promise<OpenedToken | undefined> {
  // An app's custom token may contain dots.
  const [, token = '', end = '', hash = ''] = /^(.*)\.([\da-z]+)\.([\w-]+)$/s.exec(signed) ?? []
  const moment = Number.parseInt(end, 36)
  if (!(moment > now * 1000)) return undefined
  const text = proofText(id, identifier, token, moment)
  for (const use of ['own', 'shared'] as const) {
    const secret = await findMacSecret(text, hash, secrets, proofLabels[use])
    if (secret === undefined) continue
    return { token, expires: moment / 1000, secret, isShared: use === 'shared' }
  }
  return undefined
}

/** Returns a token as the database stores it. */
export async function hashToken(
  { id }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
  secret: string,
): Promise<string> {
  return mac(JSON.stringify([id, identifier, token]), secret, tokenLabel)
}

/**
 * Returns a code's hash, which the requesting browser stores sealed. It is useless in any other
 * browser.
 */
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
