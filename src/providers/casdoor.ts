import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Casdoor sends about a user. */
export interface CasdoorProfile extends Profile {
  sub: string
}

/**
 * Signs in with Casdoor. `issuer` is the server's URL, such as `https://door.casdoor.com`.
 *
 * Register `/auth/callback/casdoor` as the redirect URI. Set `AUTH_CASDOOR_ID` and
 * `AUTH_CASDOOR_SECRET`. `issuer` defaults to `AUTH_CASDOOR_ISSUER`.
 *
 * @see https://casdoor.org/docs/how-to-connect/oidc-client
 * @see https://casdoor.org/docs/application/config
 */
export default function Casdoor(
  options: OIDCUserConfig<CasdoorProfile> = {},
): OIDCConfig<CasdoorProfile> {
  return {
    id: 'casdoor',
    name: 'Casdoor',
    type: 'oidc',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The claims in the ID tokens have the names of Casdoor's own user table.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#443EFF' },
    options,
  }
}
