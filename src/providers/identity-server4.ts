import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at IdentityServer4. */
export interface IdentityServer4Profile extends Profile {
  sub: string
}

/**
 * Signs in with IdentityServer4; `issuer` is the address of the server. Nobody maintains it since the
 * end of 2022: its successor is Duende IdentityServer.
 *
 * Redirect URI `/auth/callback/identity-server4`; client `AUTH_IDENTITY_SERVER4_ID`,
 * `AUTH_IDENTITY_SERVER4_SECRET`; `issuer` is by default `AUTH_IDENTITY_SERVER4_ISSUER`.
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
    // Its ID tokens have no profile, unless a client is set up to get it there.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
