import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that DeviantArt returns. */
export interface DeviantArtProfile {
  userid: string
  username: string
  usericon?: string
  type?: string
}

/**
 * Signs in with DeviantArt. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/deviantart` as the redirect URI. Set `AUTH_DEVIANTART_ID` and
 * `AUTH_DEVIANTART_SECRET`.
 *
 * @see https://www.deviantart.com/developers/authentication
 * @see https://www.deviantart.com/developers/apps
 */
export default function DeviantArt(
  options: OAuthUserConfig<DeviantArtProfile> = {},
): OAuth2Config<DeviantArtProfile> {
  return {
    id: 'deviantart',
    name: 'DeviantArt',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.deviantart.com/oauth2/authorize',
      params: { scope: 'user' },
    },
    token: 'https://www.deviantart.com/oauth2/token',
    userinfo: 'https://www.deviantart.com/api/v1/oauth2/user/whoami',
    profile: ({ userid, username, usericon }) => ({ id: userid, name: username, image: usericon }),
    style: { brandColor: '#05CC47', icon },
    options,
  }
}

const icon =
  'M19.207 4.794l.23-.43V0H15.07l-.436.44-2.058 3.925-.646.436H4.58v5.993h4.04l.36.436-4.175 7.98-.24.43V24H8.93l.436-.44 2.07-3.925.644-.436h7.35v-5.993h-4.05l-.36-.438 4.186-7.977z'
