import { OAuthMetadataInvalid } from '../errors/oauth-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { requireServerUrl } from './server-address.js'

/** The parameters of a logout request to a provider. */
export interface LogoutRequest {
  readonly idToken: string | undefined
  /** The URL that the provider redirects the browser back to. It must be registered there. */
  readonly returnUri: string
  readonly state: string
}

/**
 * Returns the URL at which the provider signs the user out.
 *
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
export function logoutUrl(party: RelyingParty, server: Server, request: LogoutRequest): URL {
  const { end_session_endpoint: endpoint } = server
  if (typeof endpoint !== 'string' || !parseUrl(endpoint)) {
    throw new OAuthMetadataInvalid(
      `The metadata of the provider "${party.id}" has no end_session_endpoint. Leave \`endSession\` out.`,
    )
  }
  requireServerUrl(party, endpoint)
  const url = new URL(endpoint)
  if (request.idToken !== undefined) url.searchParams.set('id_token_hint', request.idToken)
  url.searchParams.set('client_id', party.clientId)
  url.searchParams.set('post_logout_redirect_uri', request.returnUri)
  url.searchParams.set('state', request.state)
  return url
}
