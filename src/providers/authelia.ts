import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Authelia. */
export interface AutheliaProfile extends Profile {
  sub: string
  picture?: string
}

/**
 * Signs in with Authelia; `issuer` is the address of the server, such as `https://auth.example.com`.
 *
 * Redirect URI `/auth/callback/authelia`; client `AUTH_AUTHELIA_ID`, `AUTH_AUTHELIA_SECRET`;
 * `issuer` is by default `AUTH_AUTHELIA_ISSUER`.
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
    // Its ID tokens have no profile, unless a policy of the server puts it there.
    idToken: false,
    profile: ({ sub, name, preferred_username, email, picture }) => ({
      id: sub,
      name: name || preferred_username,
      email,
      image: picture,
    }),
    // Its flag is always set: it takes the addresses of the user store for verified.
    vouchesForEmail: false,
    style: { brandColor: '#113155' },
    options,
  }
}
