import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Ory Hydra sends about a user. Claims besides `sub` depend on the consent app. */
export interface HydraProfile extends Profile {
  sub: string
}

/**
 * Signs in with Ory Hydra or the Ory Network. `issuer` is the server's public URL, such as
 * `https://acme.projects.oryapis.com`.
 *
 * Register `/auth/callback/hydra` as the redirect URI. Set `AUTH_HYDRA_ID` and `AUTH_HYDRA_SECRET`.
 * `issuer` defaults to `AUTH_HYDRA_ISSUER`.
 *
 * @see https://www.ory.com/docs/hydra
 * @see https://console.ory.sh
 */
export default function Hydra(
  options: OIDCUserConfig<HydraProfile> = {},
): OIDCConfig<HydraProfile> {
  return {
    id: 'hydra',
    name: 'Ory Hydra',
    type: 'oidc',
    authorization: { params: { scope: 'openid offline_access' } },
    vouchesForEmail: false,
    style: { brandColor: '#0F172A', icon },
    options,
  }
}

const icon =
  'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12m-6-.75V3l6-3 6 3v2.25l-6-3zm12 13.5V21l-6 3-6-3v-2.25l6 3z'
