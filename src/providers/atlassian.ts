import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Atlassian returns. */
export interface AtlassianProfile {
  account_id: string
  account_type: string
  account_status: string
  name: string
  nickname?: string
  email?: string
  picture?: string
}

/**
 * Signs in with Atlassian. The app needs the "User identity API" and can have only one callback
 * URL.
 *
 * Register `/auth/callback/atlassian` as the callback URL. Set `AUTH_ATLASSIAN_ID` and
 * `AUTH_ATLASSIAN_SECRET`.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 * @see https://developer.atlassian.com/console/myapps/
 */
export default function Atlassian(
  options: OAuthUserConfig<AtlassianProfile> = {},
): OAuth2Config<AtlassianProfile> {
  return {
    id: 'atlassian',
    name: 'Atlassian',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://auth.atlassian.com/authorize',
      params: { audience: 'api.atlassian.com', scope: 'read:me', prompt: 'consent' },
    },
    token: 'https://auth.atlassian.com/oauth/token',
    userinfo: 'https://api.atlassian.com/me',
    profile: ({ account_id, name, nickname, email, picture }) => ({
      id: account_id,
      name: name || nickname,
      email,
      image: picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0052CC', icon },
    options,
  }
}

const icon =
  'M7.12 11.084a.683.683 0 00-1.16.126L.075 22.974a.703.703 0 00.63 1.018h8.19a.678.678 0 00.63-.39c1.767-3.65.696-9.203-2.406-12.52zM11.434.386a15.515 15.515 0 00-.906 15.317l3.95 7.9a.703.703 0 00.628.388h8.19a.703.703 0 00.63-1.017L12.63.38a.664.664 0 00-1.196.006z'
