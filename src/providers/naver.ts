import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Naver returns. You choose its fields in the developer console. */
export interface NaverProfile {
  resultcode: string
  message: string
  response: {
    /** The user's id in this app. */
    id: string
    name?: string
    nickname?: string
    email?: string
    profile_image?: string
  }
}

/**
 * Signs in with Naver.
 *
 * Register `/auth/callback/naver` as the callback URL. Set `AUTH_NAVER_ID` and `AUTH_NAVER_SECRET`.
 *
 * @see https://developers.naver.com/docs/login/api/api.md
 * @see https://developers.naver.com/apps/
 */
export default function Naver(
  options: OAuthUserConfig<NaverProfile> = {},
): OAuth2Config<NaverProfile> {
  return {
    id: 'naver',
    name: 'Naver',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', params: { scope: '' } },
    token: {
      url: 'https://nid.naver.com/oauth2.0/token',
      prepare({ body }, { params }) {
        // Naver accepts a code only together with its state.
        if (params.state !== undefined) body.set('state', params.state)
        return { body }
      },
    },
    userinfo: 'https://openapi.naver.com/v1/nid/me',
    profile: ({ response }) => ({
      id: response.id,
      name: response.name || response.nickname,
      email: response.email,
      image: response.profile_image,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#03C75A', icon },
    options,
  }
}

const icon = 'M16.273 12.845 7.376 0H0v24h7.726V11.156L16.624 24H24V0h-7.727v12.845Z'
