import { isCredentials } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import { operationsOf } from '../../store/operations.js'

/**
 * Whether a user can sign in with an account at a provider or with a passkey, and so without the
 * password. A user name does not sign in by itself, and neither does an account that was imported for a
 * password, since its provider reads none from the database.
 */
export async function hasOtherMethod(ctx: SignInContext, userId: string): Promise<boolean> {
  const linked = await operationsOf(ctx).listProviders(userId)
  return linked.some((id) => {
    const provider = ctx.config.providers.get(id)
    return provider !== undefined && !isCredentials(provider)
  })
}
