import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Xero sends about a user. */
export interface XeroProfile extends Profile {
  sub: string
  /** The user's id in Xero's APIs. Requires the scope `profile`. */
  xero_userid: string
  given_name?: string
  family_name?: string
}

/**
 * Signs in with Xero.
 *
 * Register `/auth/callback/xero` as the redirect URI. Set `AUTH_XERO_ID` and `AUTH_XERO_SECRET`.
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
