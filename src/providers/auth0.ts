import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Auth0 sends about a user. */
export interface Auth0Profile extends Profile {
  sub: string
}

/**
 * Signs in with Auth0. `issuer` is the tenant's URL, such as `https://acme.eu.auth0.com/`.
 *
 * Register `/auth/callback/auth0` as the redirect URI. Set `AUTH_AUTH0_ID` and `AUTH_AUTH0_SECRET`.
 * `issuer` defaults to `AUTH_AUTH0_ISSUER`.
 *
 * @see https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow
 * @see https://manage.auth0.com
 */
export default function Auth0(
  options: OIDCUserConfig<Auth0Profile> = {},
): OIDCConfig<Auth0Profile> {
  return {
    id: 'auth0',
    name: 'Auth0',
    type: 'oidc',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    vouchesForEmail: false,
    style: { brandColor: '#EB5424', icon },
    options,
  }
}

const icon =
  'M21.98 7.448L19.62 0H4.347L2.02 7.448c-1.352 4.312.03 9.206 3.815 12.015L12.007 24l6.157-4.552c3.755-2.81 5.182-7.688 3.815-12.015l-6.16 4.58 2.343 7.45-6.157-4.597-6.158 4.58 2.358-7.433-6.188-4.55 7.63-.045L12.008 0l2.356 7.404 7.615.044z'
