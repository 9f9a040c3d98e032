import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Descope. */
export interface DescopeProfile extends Profile {
  sub: string
}

/** What `Descope` is given. */
export interface DescopeOptions extends OIDCUserConfig<DescopeProfile> {
  /** Id of the project. Default: the `clientId` given here, which is the same as a rule. */
  projectId?: string | undefined
}

/**
 * Signs in with Descope. The client's id is that of the project, its secret an access key.
 *
 * Redirect URI `/auth/callback/descope`; client `AUTH_DESCOPE_ID`, `AUTH_DESCOPE_SECRET`;
 * `projectId` is by default `AUTH_DESCOPE_PROJECT_ID`, and `issuer` (`AUTH_DESCOPE_ISSUER`) takes
 * its place, for another region or a domain of your own.
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
