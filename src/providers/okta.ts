import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Okta sends about a user. */
export interface OktaProfile extends Profile {
  sub: string
}

/**
 * Signs in with Okta. `issuer` is the authorization server's issuer, such as
 * `https://acme.okta.com/oauth2/default`.
 *
 * Register `/auth/callback/okta` as the redirect URI. Set `AUTH_OKTA_ID` and `AUTH_OKTA_SECRET`.
 * `issuer` defaults to `AUTH_OKTA_ISSUER`.
 *
 * @see https://developer.okta.com/docs/reference/api/oidc/
 * @see https://login.okta.com
 */
export default function Okta(options: OIDCUserConfig<OktaProfile> = {}): OIDCConfig<OktaProfile> {
  return {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    // Okta's ID tokens do not say whether the address is verified.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#007DC1', icon },
    options,
  }
}

const icon =
  'M12 0C5.389 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.611 0 12 0zm0 18c-3.325 0-6-2.675-6-6s2.675-6 6-6 6 2.675 6 6-2.675 6-6 6z'
