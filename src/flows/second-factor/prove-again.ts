import type { RouteContext } from '../../context/context.js'
import { sessionAttempts } from '../../context/known-client.js'
import { countAttempts } from '../../context/limits.js'
import { waitingLifetime } from '../../context/waiting-sign-in.js'
import { twoFactors } from '../../session/authentication.js'
import type { CurrentUser } from '../../session/strategy.js'
import { checkCode, type Challenge } from './check-code.js'
import { provePassword } from './password-proof.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { findFactors, isEnrolled } from './ways.js'

/** Returns what the tries of a signed-in user belong to. */
export function challengeOf({ now }: RouteContext, { user, sessionKey }: CurrentUser): Challenge {
  return { id: `confirm:${sessionKey ?? user.id}`, expires: now + waitingLifetime }
}

/**
 * Checks the second factor that the signed-in user typed, and returns its methods. Undefined if the
 * user has none.
 */
export async function proveAgain(
  ctx: RouteContext,
  current: CurrentUser,
): Promise<readonly string[] | undefined> {
  const { user, findAuthentication } = current
  const factors = await findFactors(ctx, user.id)
  const proven = await findAuthentication()
  if (!isEnrolled(factors, proven)) return undefined
  await countAttempts(ctx, sessionAttempts(ctx, 'confirm', current))
  const challenge = challengeOf(ctx, current)
  const byPassword = await provePassword(ctx, factors, proven, challenge)
  if (byPassword) return byPassword
  const checked = { user, factors, proven, challenge, purpose: 'confirm' } as const
  const { kind, amr } = await checkCode(ctx, checked, ctx.fields)
  if (kind === 'recovery-code') {
    const count = factors.recoveryCodes.length - 1
    mailAboutFactor(ctx, user, { kind: 'recoveryCodeUsed', count })
  }
  return [...amr, twoFactors]
}
