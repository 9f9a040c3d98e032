import type { SignInContext } from '../../context/context.js'
import type { SafeUrl } from '../../context/redirects.js'
import { operationsOf } from '../../store/operations.js'
import { countMails, type MailKind } from '../count-mails.js'
import {
  issueProof,
  type ProofPurpose,
  type ProofState,
  type ProofSubject,
} from './mailed-proof.js'
import { sendPasswordMail, type PasswordMail } from './send-password-mail.js'

/** A mail whose link proves something. */
export interface ProofMail extends Pick<PasswordMail, 'purpose' | 'methods'> {
  readonly proves: ProofPurpose
  readonly subject: ProofSubject
  readonly state: ProofState
  readonly linkTo: (token: string) => SafeUrl
  /**
   * When the mail was asked for, in seconds since the epoch. Default: at the beginning of the
   * request. A sign-out everywhere kills links that were asked for before it.
   */
  readonly askedAt?: number | undefined
}

/**
 * Sends a link that a visitor asked for. Mails are counted here, so that requests that send nothing
 * cannot use up the limit.
 */
export async function mailProof(
  ctx: SignInContext,
  kind: MailKind,
  mail: ProofMail,
): Promise<void> {
  await countMails(ctx, kind)
  await sendProof(ctx, mail)
}

/**
 * Stores a link and sends it second. If sending fails, the link is not valid. Nothing is counted:
 * an attacker who uses up a limit must not silence the mail that warns the owner.
 */
export async function sendProof(
  ctx: SignInContext,
  { proves, subject, state, linkTo, purpose, methods, askedAt }: ProofMail,
): Promise<void> {
  const operations = operationsOf(ctx)
  const { token, row } = await issueProof(ctx, proves, subject, state, askedAt)
  await operations.storeToken(row)
  const link = { proves, token, expires: row.expires }
  try {
    await sendPasswordMail(ctx, { to: subject.email, purpose, methods, url: linkTo(token), link })
  } catch (thrown) {
    await operations.redeemToken(row)
    throw thrown
  }
}
