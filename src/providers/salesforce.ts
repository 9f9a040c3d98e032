import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** A person at Salesforce. */
export interface SalesforceProfile extends Profile {
  /** An address, of the form `https://login.salesforce.com/id/<organization>/<user>`. */
  sub: string
  user_id?: string
  organization_id?: string
  /** Pictures of internal people open with a session at Salesforce only. */
  photos?: { picture?: string; thumbnail?: string }
  picture?: string
}

/**
 * Signs in with Salesforce; `issuer` is `https://test.salesforce.com` for sandboxes, or the address
 * of My Domain.
 *
 * Callback URL `/auth/callback/salesforce`; consumer key `AUTH_SALESFORCE_ID`, consumer secret
 * `AUTH_SALESFORCE_SECRET`; `issuer` is by default `AUTH_SALESFORCE_ISSUER`.
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
