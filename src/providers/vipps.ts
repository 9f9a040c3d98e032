import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** A person at Vipps MobilePay. */
export interface VippsProfile extends Profile {
  sub: string
  phone_number?: string
  birthdate?: string
}

/**
 * Signs in with Vipps MobilePay; in the test environment `issuer` is
 * `https://apitest.vipps.no/access-management-1.0/access/`.
 *
 * Redirect URI `/auth/callback/vipps`; client `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`; `issuer` is by
 * default `AUTH_VIPPS_ISSUER`.
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
    // Its ID tokens have the subject alone.
    idToken: false,
    style: { brandColor: '#FF5B24' },
    options,
  }
}
