import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { provenAttempts } from '../../context/known-client.js'
import { countAttempts } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { endOf } from '../../context/waiting-sign-in.js'
import { isChecked } from '../../http/body.js'
import { twoFactors } from '../../session/authentication.js'
import { requireWaitingUser } from '../suspend-sign-in.js'
import { checkCode } from './check-code.js'
import { finishPendingSignIn, requirePendingSignIn } from './finish-pending.js'
import { checkMailedCode, mailCode } from './mailed-code.js'
import { proveFirst } from './prove-first.js'
import { continueWithPassword, enterPassword } from './password-proof.js'
import { rememberAfter, type FinishedSignIn } from './remembered-device.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { findFactors, isEnrolled } from './ways.js'

/** Completes a sign-in with the code that the user typed. */
export async function checkSecondFactor(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
): Promise<RedirectOutcome> {
  const pending = await requirePendingSignIn(ctx)
  await countAttempts(ctx, provenAttempts(ctx, 'second factor', pending.id))
  const user = await requireWaitingUser(ctx, pending)
  const factors = await findFactors(ctx, pending.userId)
  if (!isEnrolled(factors, pending)) {
    if (pending.mustProve) return proveFirst(ctx, pending)
    return checkMailed(ctx, secondFactor, { user, factors, pending })
  }
  const challenge = { id: pending.id, expires: endOf(pending) }
  const entered = await enterPassword(ctx, factors, pending, challenge)
  if (entered && 'mustChange' in entered) {
    return continueWithPassword(ctx, pending, user, entered)
  }
  const proven = entered
    ? ({ kind: 'code', amr: entered.amr } as const)
    : await checkCode(
        ctx,
        { user, factors, proven: pending, challenge, purpose: 'sign-in' },
        ctx.fields,
      )
  const amr = [...proven.amr, twoFactors]
  const left = factors.recoveryCodes.length - 1
  // The code is used up, also if the sign-in is refused.
  if (proven.kind === 'recovery-code') {
    mailAboutFactor(ctx, user, { kind: 'recoveryCodeUsed', count: left })
  }
  const outcome = await finishPendingSignIn(ctx, pending, user, { amr })
  if (isChecked(ctx.fields['rememberDevice'])) {
    await rememberAfter(ctx, secondFactor, { user, factors, pending })
  }
  if (proven.kind === 'code') return outcome
  // The page of the factors asks a user without codes to make new ones.
  return left > 0
    ? outcome
    : redirectTo(pageUrl(ctx, 'factors', 'factors', { callbackUrl: outcome.to }))
}

/**
 * Mails a code to a user who has no second factor, or completes the sign-in with it. The session has
 * one factor, because a mailbox is often protected by the same password.
 */
async function checkMailed(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
  signIn: FinishedSignIn,
): Promise<RedirectOutcome> {
  const { user, pending } = signIn
  if (isChecked(ctx.fields['send'])) return mailCode(ctx, pending)
  await checkMailedCode(ctx, pending)
  const outcome = await finishPendingSignIn(ctx, pending, user, { amr: ['otp'] })
  if (isChecked(ctx.fields['rememberDevice'])) await rememberAfter(ctx, secondFactor, signIn)
  return outcome
}
