import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { isChecked } from '../../http/body.js'
import { checkCode } from './check-code.js'
import {
  endOf,
  finishPendingSignIn,
  requirePendingSignIn,
  requirePendingUser,
} from './finish-pending.js'
import { rememberAfter } from './remembered-device.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { findFactors, isEnrolled } from './ways.js'

/** Completes a sign-in with the code that the user typed. */
export async function checkSecondFactor(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
): Promise<RedirectOutcome> {
  await countClient(ctx)
  const pending = await requirePendingSignIn(ctx)
  const user = await requirePendingUser(ctx, pending)
  const factors = await findFactors(ctx, pending.userId)
  if (!isEnrolled(factors, pending)) throw new InvalidCode('The user has no second factor.')
  const challenge = { id: pending.id, expires: endOf(pending) }
  const proven = await checkCode(ctx, factors, challenge, ctx.fields)
  const outcome = await finishPendingSignIn(ctx, pending, user, proven.amr)
  if (isChecked(ctx.fields['rememberDevice'])) {
    await rememberAfter(ctx, secondFactor, { user, factors, pending })
  }
  if (proven.kind === 'code') return outcome
  const left = factors.recoveryCodes.length - 1
  mailAboutFactor(ctx, user, { kind: 'recoveryCodeUsed', count: left })
  // The page of the factors asks a user without codes to make new ones.
  return left > 0
    ? outcome
    : redirectTo(pageUrl(ctx, 'factors', 'factors', { callbackUrl: outcome.to }))
}
