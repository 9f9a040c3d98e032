import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Adobe sends about a user. */
export interface AdobeProfile extends Profile {
  sub: string
  /** Whether the account belongs to an individual or to an organization. */
  account_type?: string
}

/**
 * Signs in with an Adobe ID.
 *
 * Register `/auth/callback/adobe` as the redirect URI. Set `AUTH_ADOBE_ID` and `AUTH_ADOBE_SECRET`.
 *
 * @see https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/
 * @see https://developer.adobe.com/console
 */
export default function Adobe(
  options: OIDCUserConfig<AdobeProfile> = {},
): OIDCConfig<AdobeProfile> {
  return {
    id: 'adobe',
    name: 'Adobe',
    type: 'oidc',
    scopeSeparator: ',',
    issuer: 'https://ims-na1.adobelogin.com',
    wellKnown: 'https://ims-na1.adobelogin.com/ims/.well-known/openid-configuration',
    authorization: { params: { scope: 'openid,email,profile' } },
    // The ID token contains little more than the user's id.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#FF0000' },
    options,
  }
}
