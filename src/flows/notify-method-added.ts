import type { SignInContext } from '../context/context.js'
import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { findPasswordProvider, loadPasswordFlows } from './password/password-provider.js'

/**
 * Tells the owner that a provider or a passkey can now open the account, because another person may
 * have added it. Does nothing in an app without passwords, which has no texts for the mail, or if the
 * user has not proven the address. `includesUnproven` also sends it to an address without a proof.
 */
export async function notifyMethodAdded(
  ctx: SignInContext,
  user: AdapterUser,
  providerId: string,
  { includesUnproven = false }: { readonly includesUnproven?: boolean } = {},
): Promise<void> {
  const { mailer, providers } = ctx.config
  const passwordProvider = findPasswordProvider(ctx.config)
  if (!mailer || !passwordProvider || !user.email) return
  if (!includesUnproven && !hasProvenAddress(user)) return
  const flows = await loadPasswordFlows(passwordProvider)
  flows.notifyMethodAdded(ctx, user.email, providers.get(providerId)?.name ?? providerId)
}
