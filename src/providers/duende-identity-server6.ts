import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Duende IdentityServer. */
export interface DuendeIdentityServer6Profile extends Profile {
  sub: string
}

/**
 * Signs in with Duende IdentityServer 6; `issuer` is the address of the server.
 *
 * Redirect URI `/auth/callback/duende-identity-server6`; client `AUTH_DUENDE_IDENTITY_SERVER6_ID`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`; `issuer` is by default
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
    // Its ID tokens have no profile, unless a client is set up to get it there.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
