import type { Context } from '../../context/context.js'
import { findMacSecret, mac } from '../../crypto/mac.js'
import { randomToken } from '../../crypto/random.js'
import { Verification } from '../../errors/email-errors.js'
import type { VerificationToken } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'

/** What a mailed link allows. A link for one purpose is never accepted for another. */
export type ProofPurpose =
  'choose password' | 'verify address' | 'change address' | 'restore address'

/**
 * Seconds for which a link works. Confirming the address of a sign-up is not urgent. The owner of a
 * replaced address does not expect the mail, and may read it days later.
 */
export const linkLifetimes: Readonly<Record<ProofPurpose, number>> = {
  'choose password': 30 * 60,
  'verify address': 24 * 60 * 60,
  'change address': 30 * 60,
  'restore address': 7 * 24 * 60 * 60,
}

/** A link as a browser brings it back. */
export interface MailedLink {
  /** The address that the mail was sent to. */
  readonly email: string
  readonly token: string
  /** The user whose address changes. Undefined for links about the user who has `email`. */
  readonly userId?: string | undefined
  /** What else the maker of the link wants to know when it comes back. */
  readonly note?: string | undefined
}

/** The part of a link that its maker chooses. */
export type ProofSubject = Omit<MailedLink, 'token'>

/**
 * What a link was made for, such as the user and the stamp of the password that it replaces. If any
 * of it changes, the link is dead, though its row may still exist.
 */
export type ProofState = readonly (string | null)[]

/** A link whose signature is ours. The database has not been asked yet. */
export interface OpenedProof extends ProofSubject {
  readonly purpose: ProofPurpose
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
  subject: ProofSubject,
  state: ProofState,
  askedAt: number = ctx.startedAt,
): Promise<{ readonly token: string; readonly row: VerificationToken }> {
  const [secret] = ctx.config.secrets
  const random = randomToken(32, ctx.config.runtime.random)
  const moment = Math.round((askedAt + linkLifetimes[purpose]) * 1000)
  const signature = await mac(signedText(purpose, subject, random, moment), secret, signatureLabel)
  return {
    token: `${random}.${moment.toString(36)}.${signature}`,
    row: {
      identifier: identifierOf(purpose, subject.email),
      token: await hashProof({ purpose, random, secret, ...subject }, state),
      expires: new Date(moment),
    },
  }
}

/** Returns what a link proves if its signature is ours and it has not expired. */
export async function openProof(
  ctx: Context,
  purpose: ProofPurpose,
  { token, ...subject }: MailedLink,
): Promise<OpenedProof> {
  const [random = '', end = '', signature = '', ...rest] = token.split('.')
  const moment = Number.parseInt(end, 36)
  const text = signedText(purpose, subject, random, moment)
  const isShaped = random !== '' && rest.length === 0 && moment > ctx.startedAt * 1000
  const secret = isShaped
    ? await findMacSecret(text, signature, ctx.config.secrets, signatureLabel)
    : undefined
  if (secret === undefined) throw new Verification('The link is not one of ours, or has expired.')
  const expires = moment / 1000
  return { ...subject, purpose, random, secret, expires, askedAt: expires - linkLifetimes[purpose] }
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
  const wanted = await rowOf(proof, state)
  const { identifier, token } = wanted
  const row = await operationsOf(ctx).redeemToken({ identifier, token })
  if (row && new Date(row.expires).getTime() > ctx.startedAt * 1000) {
    return { ...wanted, expires: new Date(row.expires) }
  }
  throw new Verification('The link was used before, or what it was made for has changed.')
}

/** Returns the row of a link for a state. Storing it makes the link valid for that state. */
export async function rowOf(proof: OpenedProof, state: ProofState): Promise<VerificationToken> {
  return {
    identifier: identifierOf(proof.purpose, proof.email),
    token: await hashProof(proof, state),
    expires: new Date(Math.round(proof.expires * 1000)),
  }
}

/** Distinct from the identifiers of sign-in links, which are addresses. */
function identifierOf(purpose: ProofPurpose, email: string): string {
  return `${purpose}:${email}`
}

function signedText(
  purpose: ProofPurpose,
  { email, userId, note }: ProofSubject,
  random: string,
  moment: number,
): string {
  const noted = note === undefined ? [] : [note]
  return JSON.stringify([purpose, email, userId ?? null, random, moment, ...noted])
}

async function hashProof(
  { purpose, email, userId, random, secret }: Omit<OpenedProof, 'expires' | 'askedAt' | 'note'>,
  state: ProofState,
): Promise<string> {
  // A user may be named by a number or by a text.
  const parts = state.map((part) => (part === null ? null : idOf({ id: part })))
  return mac(JSON.stringify([purpose, email, userId ?? null, random, ...parts]), secret, rowLabel)
}
