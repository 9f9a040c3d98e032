import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Gitea returns. */
export interface GiteaProfile {
  id: number
  login: string
  full_name?: string
  /** The primary address, or an address of the server if the user hides the real one. */
  email?: string
  avatar_url?: string
  html_url?: string
}

/** The options of the `Gitea` provider. */
export interface GiteaOptions extends OAuthUserConfig<GiteaProfile> {
  /** The server's URL, such as `https://codeberg.org`. Default `https://gitea.com`. */
  baseUrl?: string | undefined
}

/**
 * Signs in with Gitea, or with Forgejo, which Codeberg runs on.
 *
 * Register `/auth/callback/gitea` as the redirect URI. Set `AUTH_GITEA_ID` and `AUTH_GITEA_SECRET`.
 * `baseUrl` defaults to `AUTH_GITEA_BASE_URL`.
 *
 * @see https://docs.gitea.com/development/oauth2-provider
 * @see https://gitea.com/user/settings/applications
 */
export default function Gitea(options: GiteaOptions = {}): OAuth2Config<GiteaProfile> {
  return {
    id: 'gitea',
    name: 'Gitea',
    type: 'oauth',
    variables: { baseUrl: 'https://gitea.com' },
    // Without one of Gitea's own scopes, the token would have all of the user's permissions.
    authorization: { url: '{baseUrl}/login/oauth/authorize', params: { scope: 'read:user' } },
    token: '{baseUrl}/login/oauth/access_token',
    userinfo: '{baseUrl}/api/v1/user',
    profile: ({ id, full_name, login, email, avatar_url }) => ({
      id,
      name: full_name || login,
      email,
      image: avatar_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#609926' },
    options,
  }
}
