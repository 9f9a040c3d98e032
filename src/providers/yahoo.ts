import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Yahoo sends about a user. */
export interface YahooProfile extends Profile {
  sub: string
}

/**
 * Signs in with Yahoo. The app needs the OpenID Connect permissions for e-mail and profile.
 *
 * Register `/auth/callback/yahoo` as the redirect URI. Set `AUTH_YAHOO_ID` and `AUTH_YAHOO_SECRET`.
 *
 * @see https://developer.yahoo.com/oauth2/guide/openid_connect/
 * @see https://developer.yahoo.com/apps/
 */
export default function Yahoo(
  options: OIDCUserConfig<YahooProfile> = {},
): OIDCConfig<YahooProfile> {
  return {
    id: 'yahoo',
    name: 'Yahoo',
    type: 'oidc',
    issuer: 'https://api.login.yahoo.com',
    vouchesForEmail: false,
    style: { brandColor: '#6001D2', icon },
    options,
  }
}

const icon =
  'M18.86 1.56L14.27 11.87H19.4L24 1.56H18.86M0 6.71L5.15 18.27L3.3 22.44H7.83L14.69 6.71H10.19L7.39 13.44L4.62 6.71H0M15.62 12.87C13.95 12.87 12.71 14.12 12.71 15.58C12.71 17 13.91 18.19 15.5 18.19C17.18 18.19 18.43 16.96 18.43 15.5C18.43 14.03 17.23 12.87 15.62 12.87Z'
