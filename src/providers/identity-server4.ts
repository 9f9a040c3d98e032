import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that IdentityServer4 sends about a user. */
export interface IdentityServer4Profile extends Profile {
  sub: string
}

/**
 * Signs in with IdentityServer4. `issuer` is the server's URL. It has not been maintained since the
 * end of 2022. Its successor is Duende IdentityServer.
 *
 * Register `/auth/callback/identity-server4` as the redirect URI. Set `AUTH_IDENTITY_SERVER4_ID`
 * and `AUTH_IDENTITY_SERVER4_SECRET`. `issuer` defaults to `AUTH_IDENTITY_SERVER4_ISSUER`.
 *
 * @see https://identityserver4.readthedocs.io/en/latest/
 * @see https://identityserver4.readthedocs.io/en/latest/topics/clients.html
 */
export default function IdentityServer4(
  options: OIDCUserConfig<IdentityServer4Profile> = {},
): OIDCConfig<IdentityServer4Profile> {
  return {
    id: 'identity-server4',
    name: 'IdentityServer4',
    type: 'oidc',
    // The ID tokens contain no profile, unless the client is configured to include it.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
