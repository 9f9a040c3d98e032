import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { fetchJson } from './quirks/fetch-json.js'

/** The user profile that Gitee returns. */
export interface GiteeProfile {
  id: number
  login: string
  name?: string
  /** The public address, or the primary one if there is no public address. */
  email?: string | null
  avatar_url?: string
  html_url?: string
}

interface Address {
  email: string
  state: string
  scope: string[]
}

const api = 'https://gitee.com/api/v5'

/**
 * Signs in with Gitee.
 *
 * Register `/auth/callback/gitee` as the callback URL. Set `AUTH_GITEE_ID` and `AUTH_GITEE_SECRET`.
 *
 * @see https://gitee.com/api/v5/oauth_doc
 * @see https://gitee.com/oauth/applications
 */
export default function Gitee(
  options: OAuthUserConfig<GiteeProfile> = {},
): OAuth2Config<GiteeProfile> {
  return {
    id: 'gitee',
    name: 'Gitee',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://gitee.com/oauth/authorize',
      params: { scope: 'user_info emails' },
    },
    token: 'https://gitee.com/oauth/token',
    userinfo: {
      url: `${api}/user`,
      async request({ tokens, fetch }) {
        const profile = await fetchJson<Profile>(fetch, `${api}/user`, tokens)
        if (profile.email) return profile
        const list = fetchJson<Address[]>(fetch, `${api}/emails`, tokens)
        // The user may have refused this scope.
        const addresses = await list.catch(() => [])
        return {
          ...profile,
          email: addresses.find(({ scope }) => scope.includes('primary'))?.email,
        }
      },
    },
    profile: ({ id, login, name, email, avatar_url }) => ({
      id,
      name: name || login,
      email,
      image: avatar_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#C71D23', icon },
    options,
  }
}

const icon =
  'M11.984 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0a12 12 0 0 0-.016 0zm6.09 5.333c.328 0 .593.266.592.593v1.482a.594.594 0 0 1-.593.592H9.777c-.982 0-1.778.796-1.778 1.778v5.63c0 .327.266.592.593.592h5.63c.982 0 1.778-.796 1.778-1.778v-.296a.593.593 0 0 0-.592-.593h-4.15a.592.592 0 0 1-.592-.592v-1.482a.593.593 0 0 1 .593-.592h6.815c.327 0 .593.265.593.592v3.408a4 4 0 0 1-4 4H5.926a.593.593 0 0 1-.593-.593V9.778a4.444 4.444 0 0 1 4.445-4.444h8.296Z'
