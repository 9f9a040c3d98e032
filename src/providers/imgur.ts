import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Imgur returns. */
export interface ImgurProfile {
  data: {
    id: number
    /** The username, as it appears in URLs. */
    url: string
    bio?: string | null
    avatar?: string | null
  }
}

/**
 * Signs in with Imgur. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/imgur` as the callback URL. Set `AUTH_IMGUR_ID` and `AUTH_IMGUR_SECRET`.
 *
 * @see https://apidocs.imgur.com/
 * @see https://imgur.com/account/settings/apps
 */
export default function Imgur(
  options: OAuthUserConfig<ImgurProfile> = {},
): OAuth2Config<ImgurProfile> {
  return {
    id: 'imgur',
    name: 'Imgur',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://api.imgur.com/oauth2/authorize', params: { scope: '' } },
    token: 'https://api.imgur.com/oauth2/token',
    userinfo: 'https://api.imgur.com/3/account/me',
    profile: ({ data }) => ({ id: data.id, name: data.url, image: data.avatar }),
    style: { brandColor: '#1BB76E' },
    options,
  }
}
