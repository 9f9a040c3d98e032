import { isOAuth } from '../config/providers.js'
import { requireStore } from '../context/require-store.js'
import { InvalidProvider } from '../errors/request-errors.js'
import { loadOAuth } from '../flows/oauth/load-oauth.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { AccessToken, AccessTokenOptions } from '../model/tokens.js'
import { findProvider } from './find-provider.js'
import { openCall, requireCurrentUser } from './open-call.js'

/**
 * Returns an access token of the signed-in user's account at a provider. If the token is about to
 * expire, it is refreshed first. However many requests and processes ask at once, the provider gets
 * one refresh request.
 *
 * Rejects with `SessionRequired` if the visitor is not signed in, with `ReauthRequired` if the user
 * has to sign in at the provider again, and with `TokenUnavailable` if the provider cannot be
 * reached. The adapter must have `listAccountsByUserId`, `leaseAccount` and `swapTokens`.
 *
 * Keep the token on the server. Do not return it from a loader.
 */
export async function getAccessToken<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  options: AccessTokenOptions,
): Promise<AccessToken> {
  const ctx = openCall(request, given)
  const provider = findProvider(ctx.config, options.provider)
  if (!isOAuth(provider)) {
    throw new InvalidProvider(
      `The provider "${provider.id}" has no access tokens, because its type is "${provider.type}".`,
    )
  }
  requireStore(ctx)
  const { user } = await requireCurrentUser(ctx)
  const oauth = await loadOAuth()
  return oauth.findAccessToken(ctx, user, provider, options)
}
