import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { Context } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import type { OAuthHandlerProvider, ResolvedEndpoint } from '../../model/oauth-endpoints.js'
import type { Server } from '../../oauth/server.js'

/** Returns the provider as the app's own endpoint handlers see it. */
export function viewProvider(
  ctx: Context,
  { id, name, type, party }: ResolvedOAuthProvider,
  server: Server,
): OAuthHandlerProvider {
  return {
    id,
    name,
    type,
    signinUrl: routeUrl(ctx, `signin/${id}`),
    callbackUrl: routeUrl(ctx, `callback/${id}`),
    clientId: party.clientId,
    clientSecret: party.clientSecret,
    issuer: party.issuer,
    authorization: toEndpoint(server.authorization_endpoint, party.authorization.params),
    token: toEndpoint(server.token_endpoint, party.token.params),
    userinfo: toEndpoint(server.userinfo_endpoint, party.userinfo.params),
  }
}

function toEndpoint(
  address: string | undefined,
  params: Readonly<Record<string, string>>,
): ResolvedEndpoint | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return { url }
}
