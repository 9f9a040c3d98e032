import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Xero. */
export interface XeroProfile extends Profile {
  sub: string
  /** Id of the person in the APIs of Xero; comes with the scope `profile`. */
  xero_userid: string
  given_name?: string
  family_name?: string
}

/**
 * Signs in with Xero.
 *
 * Redirect URI `/auth/callback/xero`; client `AUTH_XERO_ID`, `AUTH_XERO_SECRET`.
 *
 * @see https://developer.xero.com/documentation/guides/oauth2/sign-in/
 * @see https://developer.xero.com/app/manage
 */
export default function Xero(options: OIDCUserConfig<XeroProfile> = {}): OIDCConfig<XeroProfile> {
  return {
    id: 'xero',
    name: 'Xero',
    type: 'oidc',
    issuer: 'https://identity.xero.com',
    profile: ({ xero_userid, name, given_name, family_name, email }) => ({
      id: xero_userid,
      name: name || [given_name, family_name].filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#13B5EA' },
    options,
  }
}
