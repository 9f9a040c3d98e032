import type { Context } from '../context/context.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { CurrentUser } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'
import { signedOutEverywhere, type SignInStart } from '../store/sessions.js'
import { idOf } from '../store/user-id.js'

/**
 * The user who asked to have something linked, and who must still be signed in when it arrives. A
 * user who has signed out everywhere since then has to ask again, even if signed in again.
 */
export async function requireLinkingUser(
  ctx: Context,
  userId: string,
  start: SignInStart,
): Promise<CurrentUser> {
  const linkingUser = await strategyOf(ctx).currentUser(ctx)
  if (!linkingUser || idOf(linkingUser.user) !== userId) {
    throw new AccountNotLinked('The user who asked to link the account is no longer signed in.')
  }
  if (await operationsOf(ctx).isSignInRevoked(linkingUser.user.id, start.at)) {
    throw start.refusal(signedOutEverywhere)
  }
  return linkingUser
}
