import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Kinde. */
export interface KindeProfile extends Profile {
  sub: string
}

/**
 * Signs in with Kinde; `issuer` is the domain of the business, such as `https://acme.kinde.com`.
 *
 * Callback URL `/auth/callback/kinde`; client `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`;
 * `issuer` is by default `AUTH_KINDE_ISSUER`.
 *
 * @see https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/
 * @see https://app.kinde.com
 */
export default function Kinde(
  options: OIDCUserConfig<KindeProfile> = {},
): OIDCConfig<KindeProfile> {
  return {
    id: 'kinde',
    name: 'Kinde',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#0F0F0F' },
    options,
  }
}
