import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Trakt returns. */
export interface TraktProfile {
  user: {
    username: string
    name?: string | null
    ids: {
      uuid: string
      /** Derived from the username. Users can change it, and another user can then take it. */
      slug: string
    }
    images?: { avatar?: { full?: string | null } }
  }
}

/**
 * Signs in with Trakt. It does not provide e-mail addresses. Trakt allows copying pictures, but not
 * linking to them.
 *
 * Register `/auth/callback/trakt` as the redirect URI. Set `AUTH_TRAKT_ID` and `AUTH_TRAKT_SECRET`.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 * @see https://trakt.tv/oauth/applications
 */
export default function Trakt(
  options: OAuthUserConfig<TraktProfile> = {},
): OAuth2Config<TraktProfile> {
  return {
    id: 'trakt',
    name: 'Trakt',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://trakt.tv/oauth/authorize', params: { scope: '' } },
    token: 'https://api.trakt.tv/oauth/token',
    userinfo: {
      // The settings contain the id, which the profile at `/users/me` may lack.
      url: 'https://api.trakt.tv/users/settings',
      params: { extended: 'full' },
      prepare: (_request, { clientId }) => ({
        headers: { 'trakt-api-version': '2', 'trakt-api-key': clientId },
      }),
    },
    profile: ({ user: { ids, username, name, images } }) => ({
      id: ids.uuid,
      name: name || username,
      image: images?.avatar?.full,
    }),
    style: { brandColor: '#9F42C6', icon },
    options,
  }
}

const icon =
  'm15.082 15.107-.73-.73 9.578-9.583a4.499 4.499 0 0 0-.115-.575L13.662 14.382l1.08 1.08-.73.73-1.81-1.81L23.422 3.144c-.075-.15-.155-.3-.25-.44L11.508 14.377l2.154 2.155-.73.73-7.193-7.199.73-.73 4.309 4.31L22.546 1.86A5.618 5.618 0 0 0 18.362 0H5.635A5.637 5.637 0 0 0 0 5.634V18.37A5.632 5.632 0 0 0 5.635 24h12.732C21.477 24 24 21.48 24 18.37V6.19l-8.913 8.918zm-4.314-2.155L6.814 8.988l.73-.73 3.954 3.96zm1.075-1.084-3.954-3.96.73-.73 3.959 3.96zm9.853 5.688a4.141 4.141 0 0 1-4.14 4.14H6.438a4.144 4.144 0 0 1-4.139-4.14V6.438A4.141 4.141 0 0 1 6.44 2.3h10.387v1.04H6.438c-1.71 0-3.099 1.39-3.099 3.1V17.55c0 1.71 1.39 3.105 3.1 3.105h11.117c1.71 0 3.1-1.395 3.1-3.105v-1.754h1.04v1.754z'
