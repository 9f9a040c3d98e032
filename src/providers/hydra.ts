import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Ory Hydra; what there is besides `sub` is up to the consent app. */
export interface HydraProfile extends Profile {
  sub: string
}

/**
 * Signs in with Ory Hydra or the Ory Network; `issuer` is the public address of the server, such as
 * `https://acme.projects.oryapis.com`.
 *
 * Redirect URI `/auth/callback/hydra`; client `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`;
 * `issuer` is by default `AUTH_HYDRA_ISSUER`.
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
