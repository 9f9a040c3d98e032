import type { Context } from '../../context/context.js'
import { findMacSecret, mac } from '../../crypto/mac.js'
import { randomToken } from '../../crypto/random.js'
import { Verification } from '../../errors/email-errors.js'
import type { VerificationToken } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'

/** Seconds for which the link in a mail about a password works. */
export const linkLifetime = 30 * 60

/** What a mailed link allows. A link for one purpose is never accepted for another. */
export type ProofPurpose = 'choose password'

/** A link as a browser brings it back. */
export interface MailedLink {
  readonly email: string
  readonly token: string
}

/**
 * What a link was made for: the user and the password that it replaces. If either changes, the link
 * is dead, though its row may still exist.
 */
export interface ProofState {
  /** `null` if nobody had the address. */
  readonly userId: string | null
  /** The stamp of the password. `null` if the user had none. */
  readonly stamp: string | null
}

/** A link whose signature is ours. The database has not been asked yet. */
export interface OpenedProof {
  readonly purpose: ProofPurpose
  readonly email: string
  readonly random: string
  readonly secret: string
  /** Seconds since the epoch, with fractions. */
  readonly expires: number
  /** When the mail was requested. */
  readonly askedAt: number
}

const signatureLabel = 'mailed proof'
const rowLabel = 'mailed proof in the database'

/** Creates a link's token and its row in the database. The row contains only a hash of the token. */
export async function issueProof(
  ctx: Context,
  purpose: ProofPurpose,
  email: string,
  state: ProofState,
): Promise<{ readonly token: string; readonly row: VerificationToken }> {
  const [secret = ''] = ctx.config.secrets
  const random = randomToken(32, ctx.config.runtime.random)
  const expires = ctx.startedAt + linkLifetime
  const moment = Math.round(expires * 1000)
  const signature = await mac(
    JSON.stringify([purpose, email, random, moment]),
    secret,
    signatureLabel,
  )
  return {
    token: `${random}.${moment.toString(36)}.${signature}`,
    row: {
      identifier: identifierOf(purpose, email),
      token: await hashProof({ purpose, email, random, secret }, state),
      expires: new Date(moment),
    },
  }
}

/** Returns what a link proves if its signature is ours and it has not expired. */
export async function openProof(
  ctx: Context,
  purpose: ProofPurpose,
  { email, token }: MailedLink,
): Promise<OpenedProof> {
  const [random = '', end = '', signature = '', ...rest] = token.split('.')
  const moment = Number.parseInt(end, 36)
  const text = JSON.stringify([purpose, email, random, moment])
  const isShaped = random !== '' && rest.length === 0 && moment > ctx.startedAt * 1000
  const secret = isShaped
    ? await findMacSecret(text, signature, ctx.config.secrets, signatureLabel)
    : undefined
  if (secret === undefined) throw new Verification('The link is not one of ours, or has expired.')
  const expires = moment / 1000
  return { purpose, email, random, secret, expires, askedAt: expires - linkLifetime }
}

/**
 * Uses up a link. Throws if it was used before, or if the user or the password is no longer the one
 * that it was made for. Returns its row, so that it can be restored.
 */
export async function redeemProof(
  ctx: Context,
  proof: OpenedProof,
  state: ProofState,
): Promise<VerificationToken> {
  const identifier = identifierOf(proof.purpose, proof.email)
  const token = await hashProof(proof, state)
  const row = await operationsOf(ctx).redeemToken({ identifier, token })
  if (row && new Date(row.expires).getTime() > ctx.startedAt * 1000) {
    return { identifier, token, expires: new Date(row.expires) }
  }
  throw new Verification('The link was used before, or what it was made for has changed.')
}

/** Distinct from the identifiers of sign-in links, which are addresses. */
function identifierOf(purpose: ProofPurpose, email: string): string {
  return `${purpose}:${email}`
}

async function hashProof(
  { purpose, email, random, secret }: Pick<OpenedProof, 'purpose' | 'email' | 'random' | 'secret'>,
  { userId, stamp }: ProofState,
): Promise<string> {
  return mac(JSON.stringify([purpose, email, random, userId, stamp]), secret, rowLabel)
}
