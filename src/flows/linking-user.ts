import type { Context } from '../context/context.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { CurrentUser } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'
import { signedOutEverywhere, type SignInStart } from '../store/sessions.js'
import { idOf } from '../store/user-id.js'

/**
 * Returns the user who requested a link. The user must still be signed in when the flow ends. A
 * user who has signed out everywhere since must request the link again, even after a new sign-in.
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
