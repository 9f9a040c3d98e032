import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that start.gg returns. */
export interface StartGGProfile {
  data: {
    currentUser: {
      id: number
      name?: string | null
      email?: string | null
      player?: { gamerTag?: string | null } | null
      images?: { url: string }[] | null
    }
  }
}

const scope = 'user.identity user.email'
const query =
  '{ currentUser { id name email player { gamerTag } images(type: "profile") { url } } }'

/**
 * Signs in with start.gg. To request another `scope`, set it in both `authorization.params` and
 * `token.params`.
 *
 * Register `/auth/callback/startgg` as the redirect URI. Set `AUTH_STARTGG_ID` and
 * `AUTH_STARTGG_SECRET`.
 *
 * @see https://developer.start.gg/docs/oauth/oauth-overview
 * @see https://start.gg/admin/profile/developer
 */
export default function StartGG(
  options: OAuthUserConfig<StartGGProfile> = {},
): OAuth2Config<StartGGProfile> {
  return {
    id: 'startgg',
    name: 'start.gg',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://start.gg/oauth/authorize', params: { scope } },
    token: {
      url: 'https://api.start.gg/oauth/access_token',
      params: { scope },
      prepare({ url, body }) {
        const isRefresh = body.get('grant_type') === 'refresh_token'
        return {
          url: isRefresh ? 'https://api.start.gg/oauth/refresh' : url,
          body: Object.fromEntries(body),
        }
      },
    },
    userinfo: {
      url: 'https://api.start.gg/gql/alpha',
      prepare: () => ({ method: 'POST', body: { query } }),
    },
    profile: ({ data: { currentUser: user } }) => ({
      id: user.id,
      name: user.player?.gamerTag || user.name,
      email: user.email,
      image: user.images?.[0]?.url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#2E75BA' },
    options,
  }
}
