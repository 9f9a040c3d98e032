import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that GitLab returns. */
export interface GitLabProfile {
  id: number
  username: string
  name: string
  email: string | null
  avatar_url: string | null
  /** When the primary address in `email` was confirmed. `null` if it is not confirmed. */
  confirmed_at?: string | null
}

/** The options of the `GitLab` provider. */
export interface GitLabOptions extends OAuthUserConfig<GitLabProfile> {
  /** The URL of your own server. Default `https://gitlab.com`. */
  baseUrl?: string | undefined
}

/**
 * Signs in with GitLab.
 *
 * Register `/auth/callback/gitlab` as the redirect URI. Set `AUTH_GITLAB_ID` and
 * `AUTH_GITLAB_SECRET`. `baseUrl` defaults to `AUTH_GITLAB_BASE_URL`.
 *
 * @see https://docs.gitlab.com/api/oauth2/
 * @see https://gitlab.com/-/user_settings/applications
 */
export default function GitLab(options: GitLabOptions = {}): OAuth2Config<GitLabProfile> {
  return {
    id: 'gitlab',
    name: 'GitLab',
    type: 'oauth',
    variables: { baseUrl: 'https://gitlab.com' },
    authorization: { url: '{baseUrl}/oauth/authorize', params: { scope: 'read_user' } },
    token: '{baseUrl}/oauth/token',
    userinfo: '{baseUrl}/api/v4/user',
    profile: ({ id, username, name, email, avatar_url, confirmed_at }) => ({
      id,
      name: name || username,
      email,
      image: avatar_url,
      emailVerified: confirmed_at === undefined ? null : confirmed_at !== null,
    }),
    // A self-hosted server marks addresses as confirmed without sending a mail if confirmation is
    // turned off.
    vouchesForEmail: ['https://gitlab.com'],
    style: { brandColor: '#FC6D26', icon },
    options,
  }
}

const icon =
  'm23.6004 9.5927-.0337-.0862L20.3.9814a.851.851 0 0 0-.3362-.405.8748.8748 0 0 0-.9997.0539.8748.8748 0 0 0-.29.4399l-2.2055 6.748H7.5375l-2.2057-6.748a.8573.8573 0 0 0-.29-.4412.8748.8748 0 0 0-.9997-.0537.8585.8585 0 0 0-.3362.4049L.4332 9.5015l-.0325.0862a6.0657 6.0657 0 0 0 2.0119 7.0105l.0113.0087.03.0213 4.976 3.7264 2.462 1.8633 1.4995 1.1321a1.0085 1.0085 0 0 0 1.2197 0l1.4995-1.1321 2.4619-1.8633 5.006-3.7489.0125-.01a6.0682 6.0682 0 0 0 2.0094-7.003z'
