import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Authelia sends about a user. */
export interface AutheliaProfile extends Profile {
  sub: string
  picture?: string
}

/**
 * Signs in with Authelia. `issuer` is the server's URL, such as `https://auth.example.com`.
 *
 * Register `/auth/callback/authelia` as the redirect URI. Set `AUTH_AUTHELIA_ID` and
 * `AUTH_AUTHELIA_SECRET`. `issuer` defaults to `AUTH_AUTHELIA_ISSUER`.
 *
 * @see https://www.authelia.com/integration/openid-connect/introduction/
 * @see https://www.authelia.com/configuration/identity-providers/openid-connect/clients/
 */
export default function Authelia(
  options: OIDCUserConfig<AutheliaProfile> = {},
): OIDCConfig<AutheliaProfile> {
  return {
    id: 'authelia',
    name: 'Authelia',
    type: 'oidc',
    // The ID tokens contain no profile, unless a policy of the server adds it.
    idToken: false,
    profile: ({ sub, name, preferred_username, email, picture }) => ({
      id: sub,
      name: name || preferred_username,
      email,
      image: picture,
    }),
    // Authelia always sends `email_verified: true`, because it trusts the addresses of the user
    // store.
    vouchesForEmail: false,
    style: { brandColor: '#113155' },
    options,
  }
}
