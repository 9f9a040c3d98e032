import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import type { PendingSignIn } from '../../context/pending-sign-in.js'
import { pageUrl } from '../../context/redirects.js'
import { requireMailer } from '../../context/require-mailer.js'
import { sealedCookie } from '../../context/sealed-cookie.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { randomDigits } from '../../crypto/random.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { endOf } from './finish-pending.js'
import { sendFactorMail } from './send-factor-mail.js'

/** A code that was mailed. Only the browser that asked for it can use it, for one sign-in. */
interface MailedCode {
  readonly pendingId: string
  /** The address that it was sent to. */
  readonly email: string
  readonly code: string
}

const cookie = sealedCookie<MailedCode>('factor-code')
const codeLength = 6

/**
 * Returns the address to which a code may be mailed instead of a second factor. Only a user who has
 * none gets here.
 *
 * After a mail, a second mail would prove the same mailbox twice. An address that was never proven may
 * belong to another person. If the app cannot send the code, this throws. Otherwise the password alone
 * would be enough to set up a second factor.
 */
export async function findCodeAddress(
  ctx: SignInContext,
  userId: string,
  { amr }: Pick<Authentication, 'amr'>,
): Promise<string | undefined> {
  const { secondFactor } = ctx.config
  if (!secondFactor?.types.has('email-code') || amr.includes('otp')) return undefined
  const user: AdapterUser | null = await operationsOf(ctx).findStored(userId)
  if (!user?.email || !hasProvenAddress(user)) return undefined
  requireMailer(ctx)
  return user.email
}

/** Mails a code for a pending sign-in, and leads to the page that asks for it. */
export async function mailCode(
  ctx: RouteContext,
  pending: PendingSignIn,
): Promise<RedirectOutcome> {
  const email = await requireCodeAddress(ctx, pending)
  await countAttempt(ctx, 'mail', subjectOf(pending))
  await countAttempt(ctx, 'allMails', '', { warning: tooManyMails })
  const code = randomDigits(codeLength)
  await sendFactorMail(ctx, email, { kind: 'signInCode', code })
  await cookie.keep(ctx, { pendingId: pending.id, email, code }, endOf(pending) - ctx.now)
  const to = pageUrl(ctx, 'secondFactor', 'second-factor', { with: 'email-code' })
  return { ...redirectTo(to), needs: 'second-factor' }
}

/**
 * The mails and the tries of a user have counts of their own. A stranger who knows only the address
 * can use up those of the mailbox with the public forms.
 */
function subjectOf({ userId }: PendingSignIn): string {
  return JSON.stringify(['second factor', userId])
}

const tooManyMails = [
  'mail-limit-reached',
  'No more codes are mailed for now, because too many were asked for. If your users asked for them, raise `limits.allMails`.',
] as const

/** Whether a code was mailed for a pending sign-in in this browser. */
export async function isCodeMailed(ctx: Context, { id }: PendingSignIn): Promise<boolean> {
  return (await cookie.find(ctx))?.pendingId === id
}

/**
 * Checks the mailed code that a user typed. Throws `InvalidCode` if it is wrong. The try is counted
 * first, for the sign-in and for the user, because each new sign-in would allow new tries.
 */
export async function checkMailedCode(ctx: RouteContext, pending: PendingSignIn): Promise<void> {
  const email = await requireCodeAddress(ctx, pending)
  await countAttempt(ctx, 'factor', pending.id, { until: endOf(pending) })
  await countAttempt(ctx, 'codes', subjectOf(pending))
  const mailed = await cookie.find(ctx)
  const { code } = ctx.fields
  const typed = typeof code === 'string' ? code.replaceAll(/[\s-]/g, '') : ''
  const isOwn = mailed?.pendingId === pending.id && mailed.email === email
  if (!isOwn || !equalInConstantTime(typed, mailed.code)) {
    throw new InvalidCode('The mailed code is wrong or has expired.', 'email-code')
  }
  cookie.drop(ctx)
}

async function requireCodeAddress(ctx: SignInContext, pending: PendingSignIn): Promise<string> {
  const email = pending.mayMailCode
    ? await findCodeAddress(ctx, pending.userId, pending)
    : undefined
  if (email !== undefined) return email
  throw new InvalidCode('The user has no second factor.')
}
