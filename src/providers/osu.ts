import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that osu! returns. */
export interface OsuProfile {
  id: number
  username: string
  avatar_url: string
  country_code?: string
}

/**
 * Signs in with osu!. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/osu` as the callback URL. Set `AUTH_OSU_ID` and `AUTH_OSU_SECRET`.
 *
 * @see https://osu.ppy.sh/docs/index.html#authentication
 * @see https://osu.ppy.sh/home/account/edit#oauth
 */
export default function Osu(options: OAuthUserConfig<OsuProfile> = {}): OAuth2Config<OsuProfile> {
  return {
    id: 'osu',
    name: 'osu!',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
    token: 'https://osu.ppy.sh/oauth/token',
    userinfo: 'https://osu.ppy.sh/api/v2/me',
    profile: ({ id, username, avatar_url }) => ({ id, name: username, image: avatar_url }),
    style: { brandColor: '#FF66AA' },
    options,
  }
}
