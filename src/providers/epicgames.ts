import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The user profile that Epic Games returns. */
export interface EpicGamesProfile extends Profile {
  sub: string
  preferred_username?: string
  preferred_language?: string
}

/**
 * Signs in with Epic Games. It provides e-mail addresses only to approved applications.
 *
 * Register `/auth/callback/epicgames` as the redirect URL. Set `AUTH_EPICGAMES_ID` and
 * `AUTH_EPICGAMES_SECRET`.
 *
 * @see https://dev.epicgames.com/docs/web-api-ref/authentication
 * @see https://dev.epicgames.com/portal
 */
export default function EpicGames(
  options: OIDCUserConfig<EpicGamesProfile> = {},
): OIDCConfig<EpicGamesProfile> {
  return {
    id: 'epicgames',
    name: 'Epic Games',
    type: 'oidc',
    issuer: 'https://api.epicgames.dev/epic/oauth/v1',
    checks: ['state', 'nonce'],
    authorization: { params: { scope: 'openid basic_profile' } },
    token: {
      url: 'https://api.epicgames.dev/epic/oauth/v2/token',
      // Epic Games does not decode the credentials, although RFC 6749, section 2.3.1, encodes them.
      prepare: (_request, { clientId, clientSecret }) => ({
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret ?? ''}`)}` },
      }),
    },
    userinfo: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
    idToken: false,
    profile: ({ sub, preferred_username, name, email }) => ({
      id: sub,
      name: preferred_username || name,
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#313131' },
    options,
  }
}
