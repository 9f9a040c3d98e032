import { isCredentials, isEmail } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'

/**
 * Whether a user can sign in without the password: by mail, with an account at a provider, or with a
 * passkey. A user name does not sign in by itself, and neither does an account that was imported for a
 * password, since its provider reads none from the database.
 *
 * Another request may unlink the account at the same moment. It leaves the last account unless the
 * user can be mailed, and never counts the password.
 */
export async function hasOtherMethod(
  ctx: SignInContext,
  user: Pick<AdapterUser, 'id' | 'emailVerified'>,
): Promise<boolean> {
  const { providers } = ctx.config
  // A provider with `signIn: false` is not in the list. A reset alone only leads to a new password.
  if (hasProvenAddress(user) && [...providers.values()].some(isEmail)) return true
  const linked = await operationsOf(ctx).listProviders(user.id)
  return linked.some((id) => {
    const provider = providers.get(id)
    return provider !== undefined && !isCredentials(provider)
  })
}
