import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { fetchJson } from './quirks/fetch-json.js'

/** The user profile that GitHub returns. */
export interface GitHubProfile {
  id: number
  login: string
  name: string | null
  /** The public address, or the primary one if there is no public address. */
  email: string | null
  /**
   * Whether GitHub has verified the address. Missing for managed users of an enterprise, and if the
   * user refused the e-mail scope.
   */
  email_verified?: boolean | undefined
  avatar_url: string
}

/** The options of the `GitHub` provider. */
export interface GitHubOptions extends OAuthUserConfig<GitHubProfile> {
  /** Your own GitHub Enterprise Server, such as `https://github.example.com`. */
  enterprise?: { baseUrl?: string | undefined } | undefined
}

interface Address {
  email: string
  primary: boolean
  verified: boolean
}

/**
 * Signs in with GitHub, or with a GitHub Enterprise Server.
 *
 * Register `/auth/callback/github` as the callback URL. Set `AUTH_GITHUB_ID` and
 * `AUTH_GITHUB_SECRET`.
 *
 * @see https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * @see https://github.com/settings/developers
 */
export default function GitHub(options: GitHubOptions = {}): OAuth2Config<GitHubProfile> {
  const base = options.enterprise?.baseUrl?.replace(/\/+$/, '')
  const site = base ?? 'https://github.com'
  const api = base === undefined ? 'https://api.github.com' : `${base}/api/v3`
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    issuer: `${site}/login/oauth`,
    authorization: {
      url: `${site}/login/oauth/authorize`,
      params: { scope: 'read:user user:email' },
    },
    token: `${site}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      async request({ tokens, fetch }) {
        const [profile, addresses] = await Promise.all([
          fetchJson<Profile>(fetch, `${api}/user`, tokens),
          // The user may have refused this scope.
          fetchJson<Address[]>(fetch, `${api}/user/emails`, tokens).catch(() => []),
        ])
        const own = addresses.find(({ email, primary }) =>
          profile.email ? email === profile.email : primary,
        )
        const email = own?.email ?? profile.email
        return { ...profile, email, email_verified: isManaged(profile) ? undefined : own?.verified }
      },
    },
    profile: ({ id, login, name, email, avatar_url }) => ({
      id,
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    // The administrator of an Enterprise Server decides how addresses are verified.
    vouchesForEmail: ['https://github.com'],
    style: { brandColor: '#181717', icon },
    options,
  }
}

/**
 * Whether an enterprise manages the user. It chose the address, which GitHub took for verified
 * without a mail until August 2024. Only these logins have an underscore, before the short code.
 */
function isManaged({ login }: Profile): boolean {
  return String(login).includes('_')
}

const icon =
  'M12 .297c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12'
