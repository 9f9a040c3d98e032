import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Duende IdentityServer sends about a user. */
export interface DuendeIdentityServer6Profile extends Profile {
  sub: string
}

/**
 * Signs in with Duende IdentityServer 6. `issuer` is the server's URL.
 *
 * Register `/auth/callback/duende-identity-server6` as the redirect URI. Set
 * `AUTH_DUENDE_IDENTITY_SERVER6_ID` and `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`. `issuer` defaults to
 * `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 *
 * @see https://docs.duendesoftware.com/identityserver/
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/
 */
export default function DuendeIdentityServer6(
  options: OIDCUserConfig<DuendeIdentityServer6Profile> = {},
): OIDCConfig<DuendeIdentityServer6Profile> {
  return {
    id: 'duende-identity-server6',
    name: 'Duende IdentityServer 6',
    type: 'oidc',
    // The ID tokens contain no profile, unless the client is configured to include it.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
