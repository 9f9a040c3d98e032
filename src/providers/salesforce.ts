import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The user profile that Salesforce returns. */
export interface SalesforceProfile extends Profile {
  /** A URL of the form `https://login.salesforce.com/id/<organization>/<user>`. */
  sub: string
  user_id?: string
  organization_id?: string
  /** Pictures of internal users require a session at Salesforce. */
  photos?: { picture?: string; thumbnail?: string }
  picture?: string
}

/**
 * Signs in with Salesforce. `issuer` is `https://test.salesforce.com` for sandboxes, or your My
 * Domain URL.
 *
 * Register `/auth/callback/salesforce` as the callback URL. Set the consumer key as
 * `AUTH_SALESFORCE_ID` and the consumer secret as `AUTH_SALESFORCE_SECRET`. `issuer` defaults to
 * `AUTH_SALESFORCE_ISSUER`.
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_authenticate.htm
 * @see https://login.salesforce.com
 */
export default function Salesforce(
  options: OIDCUserConfig<SalesforceProfile> = {},
): OIDCConfig<SalesforceProfile> {
  return {
    id: 'salesforce',
    name: 'Salesforce',
    type: 'oidc',
    variables: { issuer: 'https://login.salesforce.com' },
    idToken: false,
    profile: ({ sub, name, nickname, email, photos, picture }) => ({
      id: sub,
      name: name || nickname,
      email,
      image: photos?.picture ?? picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#00A1E0' },
    options,
  }
}
