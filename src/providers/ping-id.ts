import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at PingOne. */
export interface PingIDProfile extends Profile {
  sub: string
  /** Id of the environment. */
  env?: string
}

/**
 * Signs in with Ping Identity; `issuer` is that of the environment, such as
 * `https://auth.pingone.eu/11111111-2222-3333-4444-555555555555/as`.
 *
 * Redirect URI `/auth/callback/ping-id`; client `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`; `issuer`
 * is by default `AUTH_PING_ID_ISSUER`.
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
