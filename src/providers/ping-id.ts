import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that PingOne sends about a user. */
export interface PingIDProfile extends Profile {
  sub: string
  /** The id of the environment. */
  env?: string
}

/**
 * Signs in with Ping Identity. `issuer` is the environment's issuer, such as
 * `https://auth.pingone.eu/11111111-2222-3333-4444-555555555555/as`.
 *
 * Register `/auth/callback/ping-id` as the redirect URI. Set `AUTH_PING_ID_ID` and
 * `AUTH_PING_ID_SECRET`. `issuer` defaults to `AUTH_PING_ID_ISSUER`.
 *
 * @see https://docs.pingidentity.com/pingone/
 * @see https://console.pingone.com
 */
export default function PingID(
  options: OIDCUserConfig<PingIDProfile> = {},
): OIDCConfig<PingIDProfile> {
  return {
    id: 'ping-id',
    name: 'Ping Identity',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#B3282D' },
    options,
  }
}
