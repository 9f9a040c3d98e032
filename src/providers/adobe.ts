import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Adobe. */
export interface AdobeProfile extends Profile {
  sub: string
  /** Whether the account belongs to a person or to an organisation. */
  account_type?: string
}

/**
 * Signs in with an Adobe ID.
 *
 * Redirect URI `/auth/callback/adobe`; client `AUTH_ADOBE_ID`, `AUTH_ADOBE_SECRET`.
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
    issuer: 'https://ims-na1.adobelogin.com',
    wellKnown: 'https://ims-na1.adobelogin.com/ims/.well-known/openid-configuration',
    // Separated by commas.
    authorization: { params: { scope: 'openid,email,profile' } },
    // The ID token says little more than who it is.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#FF0000' },
    options,
  }
}
