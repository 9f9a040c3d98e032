import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Gitea. */
export interface GiteaProfile {
  id: number
  login: string
  full_name?: string
  /** The primary address, or one of the server's own when the person hides theirs. */
  email?: string
  avatar_url?: string
  html_url?: string
}

/** What `Gitea` is given. */
export interface GiteaOptions extends OAuthUserConfig<GiteaProfile> {
  /** Address of the server, such as `https://codeberg.org`. Default `https://gitea.com`. */
  baseUrl?: string | undefined
}

/**
 * Signs in with Gitea, or with Forgejo, which Codeberg runs on.
 *
 * Redirect URI `/auth/callback/gitea`; client `AUTH_GITEA_ID`, `AUTH_GITEA_SECRET`; `baseUrl` is by
 * default `AUTH_GITEA_BASE_URL`.
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
    // Without one of its own scopes, the token may do all that the person may.
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
