import type { SignInContext } from '../../context/context.js'
import type { AdapterUser } from '../../model/adapter.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { findFactors, hasNone, type UserFactors } from './ways.js'

/**
 * Tells the owner of a second factor that was just removed, and returns what is left. Another request may
 * have removed another one at the same time. The owner is told even if the database fails now.
 */
export async function notifyFactorRemoved(
  ctx: SignInContext,
  user: AdapterUser,
  factor: 'app' | 'passkey',
): Promise<UserFactors> {
  let isLast = false
  try {
    const left = await findFactors(ctx, user.id)
    isLast = hasNone(left)
    return left
  } finally {
    mailAboutFactor(ctx, user, { kind: isLast ? 'switchedOff' : 'removed', factor })
  }
}
