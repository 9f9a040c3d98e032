import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Okta. */
export interface OktaProfile extends Profile {
  sub: string
}

/**
 * Signs in with Okta; `issuer` is that of the authorization server, such as `https://acme.okta.com/oauth2/default`.
 *
 * Redirect URI `/auth/callback/okta`; client `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`;
 * `issuer` is by default `AUTH_OKTA_ISSUER`.
 *
 * @see https://developer.okta.com/docs/reference/api/oidc/
 * @see https://login.okta.com
 */
export default function Okta(options: OIDCUserConfig<OktaProfile> = {}): OIDCConfig<OktaProfile> {
  return {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    // Its ID tokens do not say whether the address is verified.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#007DC1', icon },
    options,
  }
}

const icon =
  'M12 0C5.389 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.611 0 12 0zm0 18c-3.325 0-6-2.675-6-6s2.675-6 6-6 6 2.675 6 6-2.675 6-6 6z'
