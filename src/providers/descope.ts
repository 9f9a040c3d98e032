import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Descope sends about a user. */
export interface DescopeProfile extends Profile {
  sub: string
}

/** The options of the `Descope` provider. */
export interface DescopeOptions extends OIDCUserConfig<DescopeProfile> {
  /** The id of the project. Default: `clientId`, which is usually the same. */
  projectId?: string | undefined
}

/**
 * Signs in with Descope. The client id is the project's id, and the client secret is an access key.
 *
 * Register `/auth/callback/descope` as the redirect URI. Set `AUTH_DESCOPE_ID` and
 * `AUTH_DESCOPE_SECRET`. `projectId` defaults to `AUTH_DESCOPE_PROJECT_ID`. You can set `issuer`
 * (`AUTH_DESCOPE_ISSUER`) instead, for another region or your own domain.
 *
 * @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints
 * @see https://app.descope.com
 */
export default function Descope(options: DescopeOptions = {}): OIDCConfig<DescopeProfile> {
  return {
    id: 'descope',
    name: 'Descope',
    type: 'oidc',
    variables: { projectId: options.clientId, issuer: 'https://api.descope.com/{projectId}' },
    vouchesForEmail: false,
    style: { brandColor: '#1C1C23' },
    options,
  }
}
