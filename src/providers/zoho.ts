import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { PrepareRequest } from '../model/oauth-endpoints.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that Zoho returns. */
export interface ZohoProfile {
  ZUID: number
  First_Name?: string
  Last_Name?: string
  Display_Name?: string
  Email?: string
}

/** The options of the `Zoho` provider. */
export interface ZohoOptions extends OAuthUserConfig<ZohoProfile> {
  /**
   * The region where the client is registered: `com`, `eu`, `in`, `com.au`, `jp`, … Default `com`.
   */
  region?: string | undefined
}

/**
 * Signs in with Zoho in the data centre of the user's account.
 *
 * Register `/auth/callback/zoho` as the redirect URI. Set `AUTH_ZOHO_ID` and `AUTH_ZOHO_SECRET`.
 * `region` defaults to `AUTH_ZOHO_REGION`.
 *
 * A refresh goes to the data centre of `region`, because accounts do not store the user's own. Users of
 * other data centres have to sign in again when their access token expires.
 *
 * @see https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html
 * @see https://api-console.zoho.com
 */
export default function Zoho(options: ZohoOptions = {}): OAuth2Config<ZohoProfile> {
  return {
    id: 'zoho',
    name: 'Zoho',
    type: 'oauth',
    scopeSeparator: ',',
    variables: { region: 'com' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://accounts.zoho.{region}/oauth/v2/auth',
      params: { scope: 'AaaServer.profile.READ' },
    },
    offlineParams: { access_type: 'offline', prompt: 'consent' },
    token: {
      url: 'https://accounts.zoho.{region}/oauth/v2/token',
      prepare: goHome,
      // Zoho's code for an authorization code or a refresh token that is not valid any more.
      conform: reshapeAnswer((answer) =>
        answer['error'] === 'invalid_code'
          ? { error: 'invalid_grant', error_description: 'invalid_code' }
          : answer,
      ),
    },
    userinfo: { url: 'https://accounts.zoho.{region}/oauth/user/info', prepare: goHome },
    profile: ({ ZUID, Display_Name, First_Name, Last_Name, Email }) => ({
      id: ZUID,
      name: Display_Name || [First_Name, Last_Name].filter(Boolean).join(' '),
      email: Email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#E42527' },
    options,
  }
}

const home =
  /^https:\/\/(accounts\.(?:zoho\.(?:com|eu|in|com\.au|jp|sa|com\.cn|uk)|zohocloud\.ca))\/?$/

/**
 * The callback names the user's data centre. The value comes through the browser, so only known
 * data centres are accepted.
 */
const goHome: PrepareRequest = ({ url }, { params }) => {
  const hostname = home.exec(params['accounts-server'] ?? '')?.[1]
  return hostname === undefined
    ? undefined
    : { url: `https://${hostname}${url.pathname}${url.search}` }
}
