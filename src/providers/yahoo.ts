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
    style: { brandColor: '#6001D2' },
    options,
  }
}
