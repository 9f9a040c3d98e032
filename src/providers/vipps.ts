import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The user profile that Vipps MobilePay returns. */
export interface VippsProfile extends Profile {
  sub: string
  phone_number?: string
  birthdate?: string
}

/**
 * Signs in with Vipps MobilePay. In the test environment, set `issuer` to
 * `https://apitest.vipps.no/access-management-1.0/access/`.
 *
 * Register `/auth/callback/vipps` as the redirect URI. Set `AUTH_VIPPS_ID` and `AUTH_VIPPS_SECRET`.
 * `issuer` defaults to `AUTH_VIPPS_ISSUER`.
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 * @see https://portal.vippsmobilepay.com
 */
export default function Vipps(
  options: OIDCUserConfig<VippsProfile> = {},
): OIDCConfig<VippsProfile> {
  return {
    id: 'vipps',
    name: 'Vipps MobilePay',
    type: 'oidc',
    variables: { issuer: 'https://api.vipps.no/access-management-1.0/access/' },
    authorization: { params: { scope: 'openid name email' } },
    // Vipps's ID tokens contain only the subject.
    idToken: false,
    style: { brandColor: '#FF5B24' },
    options,
  }
}
