import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that ClickUp returns. */
export interface ClickUpProfile {
  user: {
    id: number
    username: string
    email?: string
    profilePicture?: string | null
    color?: string
  }
}

/**
 * Signs in with ClickUp. It has no scopes, and its tokens do not expire.
 *
 * Register `/auth/callback/click-up` as the redirect URL. Set `AUTH_CLICK_UP_ID` and
 * `AUTH_CLICK_UP_SECRET`.
 *
 * @see https://developer.clickup.com/docs/authentication
 * @see https://app.clickup.com/settings/apps
 */
export default function ClickUp(
  options: OAuthUserConfig<ClickUpProfile> = {},
): OAuth2Config<ClickUpProfile> {
  return {
    id: 'click-up',
    name: 'ClickUp',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://app.clickup.com/api', params: { scope: '' } },
    token: 'https://api.clickup.com/api/v2/oauth/token',
    userinfo: 'https://api.clickup.com/api/v2/user',
    profile: ({ user }) => ({
      id: user.id,
      name: user.username,
      email: user.email,
      image: user.profilePicture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#7B68EE', icon },
    options,
  }
}

const icon =
  'M2 18.439l3.69-2.828c1.961 2.56 4.044 3.739 6.363 3.739 2.307 0 4.33-1.166 6.203-3.704L22 18.405C19.298 22.065 15.941 24 12.053 24 8.178 24 4.788 22.078 2 18.439zM12.04 6.15l-6.568 5.66-3.036-3.52L12.055 0l9.543 8.296-3.05 3.509z'
