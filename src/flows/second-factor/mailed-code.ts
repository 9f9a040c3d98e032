import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { endOf, type PendingSignIn } from '../../context/waiting-sign-in.js'
import { pageUrl } from '../../context/redirects.js'
import { requireMailer } from '../../context/require-mailer.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import {
  findMailedCode,
  mailCodeFor,
  requireMailedCode,
  type MailedChallenge,
} from '../confirm/mailed-code.js'

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
  await mailCodeFor(ctx, challengeOf(pending), { email })
  const to = pageUrl(ctx, 'secondFactor', 'second-factor', { with: 'email-code' })
  return { ...redirectTo(to), needs: 'second-factor' }
}

/** Returns what a mailed code of a pending sign-in belongs to. */
export function challengeOf(pending: PendingSignIn): MailedChallenge {
  return { id: pending.id, purpose: 'sign-in', userId: pending.userId, expires: endOf(pending) }
}

/** Whether a code was mailed for a pending sign-in in this browser. */
export async function isCodeMailed(ctx: Context, pending: PendingSignIn): Promise<boolean> {
  return (await findMailedCode(ctx, pending)) !== undefined
}

/** Checks the mailed code that a user typed. Throws `InvalidCode` if it is wrong. */
export async function checkMailedCode(ctx: RouteContext, pending: PendingSignIn): Promise<void> {
  const email = await requireCodeAddress(ctx, pending)
  await requireMailedCode(ctx, challengeOf(pending), email, ctx.fields['code'])
}

async function requireCodeAddress(ctx: SignInContext, pending: PendingSignIn): Promise<string> {
  const email = pending.mayMailCode
    ? await findCodeAddress(ctx, pending.userId, pending)
    : undefined
  if (email !== undefined) return email
  throw new InvalidCode('The user has no second factor.')
}
