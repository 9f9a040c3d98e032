import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Casdoor. */
export interface CasdoorProfile extends Profile {
  sub: string
}

/**
 * Signs in with Casdoor; `issuer` is the address of the server, such as `https://door.casdoor.com`.
 *
 * Redirect URI `/auth/callback/casdoor`; client `AUTH_CASDOOR_ID`, `AUTH_CASDOOR_SECRET`;
 * `issuer` is by default `AUTH_CASDOOR_ISSUER`.
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
    // Its ID tokens have the names of its own user table.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#443EFF' },
    options,
  }
}
