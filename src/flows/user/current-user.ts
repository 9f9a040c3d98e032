import type { Context } from '../../context/context.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'

/** Returns the signed-in user. Rejects if the visitor is not signed in. */
export async function requireCurrentUser(ctx: Context): Promise<CurrentUser> {
  const currentUser = await strategyOf(ctx).currentUser(ctx)
  if (currentUser) return currentUser
  throw new SessionRequired('The visitor is not signed in.')
}
