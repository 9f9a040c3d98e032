import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Webex. */
export interface WebexProfile {
  id: string
  emails?: string[]
  displayName?: string
  nickName?: string
  avatar?: string
  /** Id of the person's organization. */
  orgId?: string
}

/** What `Webex` is given. */
export interface WebexOptions extends OAuthUserConfig<WebexProfile> {
  /** Address of the API. Default `https://webexapis.com/v1`. */
  apiBaseUrl?: string | undefined
}

/**
 * Signs in with Webex.
 *
 * Redirect URI `/auth/callback/webex`; client `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`; `apiBaseUrl`
 * is by default `AUTH_WEBEX_API_BASE_URL`.
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
