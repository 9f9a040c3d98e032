import type { Context } from '../../context/context.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { twoFactors } from '../../session/authentication.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'

/**
 * Without a second factor, the session no longer has two. The time of its proof stays, because the
 * user has proven nothing new. Called after the removal has ended the other sessions, which must not
 * refuse this one. `restartedAt` is the moment from which it counts.
 */
export async function lowerLevel(
  ctx: Context,
  current: CurrentUser,
  restartedAt: number | undefined,
): Promise<void> {
  const { amr } = await current.findAuthentication()
  const start = {
    at: ctx.startedAt,
    ...(restartedAt !== undefined && { restartedAt }),
    refusal: (message: string) => new SessionRequired(message),
  }
  const lowered = await strategyOf(ctx).confirm(ctx, {
    amr: amr.filter((method) => method !== twoFactors),
    keepsTime: true,
    start,
  })
  if (!lowered) throw new SessionRequired('The session ended while the factor was removed.')
}
