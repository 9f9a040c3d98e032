import { isEmail } from '../config/providers.js'
import type { SignInContext } from '../context/context.js'
import type { CurrentUser } from '../session/strategy.js'
import type { AccountKeys } from '../store/account-keys.js'
import { operationsOf } from '../store/operations.js'
import { hasProvenAddress } from '../store/proven-address.js'

/**
 * Removes an account of a user, with its passkey if it has one, and ends the user's other sessions;
 * false when the user has no such account. The last way to sign in is not removed.
 */
export async function unlink(
  ctx: SignInContext,
  { user, sessionKey }: CurrentUser,
  keys: AccountKeys,
): Promise<boolean> {
  const { providers } = ctx.config
  // Whether a password exists is known only to the application, so that it does not count.
  const hasOtherWay = hasProvenAddress(user) && [...providers.values()].some(isEmail)
  return operationsOf(ctx).unlinkAccount({
    user,
    keys,
    keptSession: sessionKey,
    hasOtherWay,
    providers: [...providers.keys()],
    now: ctx.now,
  })
}
