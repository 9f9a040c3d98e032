import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import { InvalidProviderConfig } from '../../errors/config-errors.js'
import type { PasskeyFlows } from './passkey-flow.js'

export async function loadPasskeyFlows({
  id,
  config,
}: ResolvedWebAuthnProvider): Promise<PasskeyFlows> {
  // Only the factories of Latchkey set `loadFlows`, and it loads these flows.
  if (config.loadFlows) return (await config.loadFlows()) as PasskeyFlows
  const { passkeyFlows } = await import('#passkey-flows')
  if (passkeyFlows) return passkeyFlows
  throw new InvalidProviderConfig(
    `The provider "${id}" was not created by Latchkey, and bundles for Cloudflare Workers contain no passkeys for such providers. Import it from "latchkey/providers/passkey" or "latchkey/providers/webauthn".`,
  )
}
