import type { SignInContext } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'
import type { SafeUrl } from '../../context/redirects.js'
import { operationsOf } from '../../store/operations.js'
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
}

const tooManyMails = [
  'mail-limit-reached',
  'No more mails about passwords are sent for now, because too many were asked for. If your users asked for them, raise `limits.allMails`.',
] as const

/** Stores a link and sends it second. If sending fails, the link is not valid. */
export async function mailProof(
  ctx: SignInContext,
  { proves, subject, state, linkTo, purpose, methods }: ProofMail,
): Promise<void> {
  // Counted here, so that requests that send nothing cannot use up the limit.
  await countAttempt(ctx, 'allMails', '', { warning: tooManyMails })
  const operations = operationsOf(ctx)
  const { token, row } = await issueProof(ctx, proves, subject, state)
  await operations.storeToken(row)
  const link = { proves, token, expires: row.expires }
  try {
    await sendPasswordMail(ctx, { to: subject.email, purpose, methods, url: linkTo(token), link })
  } catch (thrown) {
    await operations.redeemToken(row)
    throw thrown
  }
}
