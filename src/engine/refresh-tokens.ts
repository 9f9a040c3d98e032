import { isOAuth } from '../config/providers.js'
import { resolveConfig } from '../config/resolve.js'
import { InvalidProvider } from '../errors/request-errors.js'
import { loadTokens } from '../flows/tokens/load-tokens.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, TokenSet } from '../model/records.js'
import { findProvider } from './find-provider.js'

/**
 * Requests new tokens for an account from its provider. Rejects if the provider refuses, or if a
 * new ID token belongs to another user.
 *
 * Parallel calls with the same refresh token share one request. If the provider's answer is not valid,
 * a new refresh token in it is lost, and the user may have to sign in again. `getAccessToken` keeps it.
 */
export async function refreshTokens<S extends DefaultSession>(
  given: AuthConfig<S>,
  account: TokenSet & { readonly provider: string },
): Promise<TokenSet> {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  const provider = findProvider(config, account.provider)
  if (!isOAuth(provider)) {
    throw new InvalidProvider(
      `The provider "${provider.id}" has no tokens to refresh, because its type is "${provider.type}".`,
    )
  }
  if (provider.party.dpop && account['dpopKey'] === undefined) {
    throw new InvalidProvider(
      `The tokens of "${provider.id}" are bound to a key (\`dpop: true\`), which only \`getAccessToken\` can use. Call it instead of \`refreshTokens\`.`,
    )
  }
  const tokens = await loadTokens()
  return tokens.refreshTokens(provider.party, account)
}
