import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Kinde sends about a user. */
export interface KindeProfile extends Profile {
  sub: string
}

/**
 * Signs in with Kinde. `issuer` is the URL of your Kinde domain, such as `https://acme.kinde.com`.
 *
 * Register `/auth/callback/kinde` as the callback URL. Set `AUTH_KINDE_ID` and `AUTH_KINDE_SECRET`.
 * `issuer` defaults to `AUTH_KINDE_ISSUER`.
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
