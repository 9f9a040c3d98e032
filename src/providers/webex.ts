import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Webex returns. */
export interface WebexProfile {
  id: string
  emails?: string[]
  displayName?: string
  nickName?: string
  avatar?: string
  /** The id of the user's organization. */
  orgId?: string
}

/** The options of the `Webex` provider. */
export interface WebexOptions extends OAuthUserConfig<WebexProfile> {
  /** The URL of the API. Default `https://webexapis.com/v1`. */
  apiBaseUrl?: string | undefined
}

/**
 * Signs in with Webex.
 *
 * Register `/auth/callback/webex` as the redirect URI. Set `AUTH_WEBEX_ID` and `AUTH_WEBEX_SECRET`.
 * `apiBaseUrl` defaults to `AUTH_WEBEX_API_BASE_URL`.
 *
 * @see https://developer.webex.com/docs/integrations
 * @see https://developer.webex.com/my-apps
 */
export default function Webex(options: WebexOptions = {}): OAuth2Config<WebexProfile> {
  return {
    id: 'webex',
    name: 'Webex',
    type: 'oauth',
    variables: { apiBaseUrl: 'https://webexapis.com/v1' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: '{apiBaseUrl}/authorize',
      params: { scope: 'spark:people_read spark:kms' },
    },
    token: '{apiBaseUrl}/access_token',
    userinfo: '{apiBaseUrl}/people/me',
    profile: ({ id, displayName, nickName, emails, avatar }) => ({
      id,
      name: displayName || nickName,
      email: emails?.[0],
      image: avatar,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
