import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that FACEIT returns. */
export interface FACEITProfile {
  guid: string
  nickname: string
  email?: string
  email_verified?: boolean
  picture?: string
}

/**
 * Signs in with FACEIT.
 *
 * Register `/auth/callback/faceit` as the redirect URL. Set `AUTH_FACEIT_ID` and
 * `AUTH_FACEIT_SECRET`.
 *
 * @see https://docs.faceit.com/getting-started/authentication/oauth2
 * @see https://developers.faceit.com/apps
 */
export default function FACEIT(
  options: OAuthUserConfig<FACEITProfile> = {},
): OAuth2Config<FACEITProfile> {
  return {
    id: 'faceit',
    name: 'FACEIT',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.faceit.com/accounts',
      // Without `redirect_popup`, FACEIT does not return to the same window.
      params: { redirect_popup: 'true', scope: 'openid email profile' },
    },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
    profile: ({ guid, nickname, email, picture }) => ({
      id: guid,
      name: nickname,
      email,
      image: picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FF5500', icon },
    options,
  }
}

const icon =
  'M23.999 2.705a.167.167 0 00-.312-.1 1141.27 1141.27 0 00-6.053 9.375H.218c-.221 0-.301.282-.11.352 7.227 2.73 17.667 6.836 23.5 9.134.15.06.39-.08.39-.18z'
