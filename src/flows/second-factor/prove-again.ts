import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import { pendingLifetime } from '../../context/pending-sign-in.js'
import { twoFactors } from '../../session/authentication.js'
import type { CurrentUser } from '../../session/strategy.js'
import { checkCode } from './check-code.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { findFactors, isEnrolled } from './ways.js'

/**
 * Checks the second factor that the signed-in user typed, and returns its methods. Undefined if the
 * user has none.
 */
export async function proveAgain(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
  { user, sessionKey }: CurrentUser,
): Promise<readonly string[] | undefined> {
  const factors = await findFactors(ctx, user.id)
  if (!isEnrolled(secondFactor, factors)) return undefined
  await countClient(ctx)
  const challenge = {
    id: `confirm:${sessionKey ?? user.id}`,
    expires: ctx.now + pendingLifetime,
  }
  const { kind, amr } = await checkCode(ctx, factors, challenge, ctx.fields)
  if (kind === 'recovery-code') {
    const count = factors.recoveryCodes.length - 1
    mailAboutFactor(ctx, user, { kind: 'recoveryCodeUsed', count })
  }
  return [...amr, twoFactors]
}
