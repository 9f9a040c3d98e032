import type { SignInContext } from '../context/context.js'
import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { findPasswordProvider, loadPasswordFlows } from './password/password-provider.js'

/**
 * Tells the owner that a provider or a passkey can now open the account, because another person may
 * have added it. Does nothing in an app without passwords, which has no texts for the mail, or if the
 * user has not proven the address. `isUnprovenTold` also sends it to an address without a proof.
 */
export async function tellMethodAdded(
  ctx: SignInContext,
  user: AdapterUser,
  providerId: string,
  { isUnprovenTold = false }: { readonly isUnprovenTold?: boolean } = {},
): Promise<void> {
  const { mailer, providers } = ctx.config
  const passwordProvider = findPasswordProvider(ctx.config)
  if (!mailer || !passwordProvider || !user.email) return
  if (!isUnprovenTold && !hasProvenAddress(user)) return
  const flows = await loadPasswordFlows(passwordProvider)
  flows.tellMethodAdded(ctx, user.email, providers.get(providerId)?.name ?? providerId)
}
