import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Paybin sends about a user. */
export interface PaybinProfile extends Profile {
  sub: string
}

/**
 * Signs in with Paybin.
 *
 * Register `/auth/callback/paybin` as the redirect URI. Set `AUTH_PAYBIN_ID` and
 * `AUTH_PAYBIN_SECRET`.
 *
 * @see https://paybin.io
 * @see https://portal.paybin.io
 */
export default function Paybin(
  options: OIDCUserConfig<PaybinProfile> = {},
): OIDCConfig<PaybinProfile> {
  return {
    id: 'paybin',
    name: 'Paybin',
    type: 'oidc',
    issuer: 'https://idp.paybin.io',
    checks: ['state', 'pkce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: 'https://idp.paybin.io/oauth2/authorize',
    token: 'https://idp.paybin.io/oauth2/token',
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
