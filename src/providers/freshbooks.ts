import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that FreshBooks returns. */
export interface FreshbooksProfile {
  response: {
    id: number
    first_name?: string | null
    last_name?: string | null
    email?: string | null
  }
}

/**
 * Signs in with FreshBooks. Redirect URIs must use https, also during development.
 *
 * Register `/auth/callback/freshbooks` as the redirect URI. Set `AUTH_FRESHBOOKS_ID` and
 * `AUTH_FRESHBOOKS_SECRET`.
 *
 * @see https://www.freshbooks.com/api/authentication
 * @see https://my.freshbooks.com/#/developer
 */
export default function Freshbooks(
  options: OAuthUserConfig<FreshbooksProfile> = {},
): OAuth2Config<FreshbooksProfile> {
  return {
    id: 'freshbooks',
    name: 'FreshBooks',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://auth.freshbooks.com/oauth/authorize',
      params: { scope: 'user:profile:read' },
    },
    token: {
      url: 'https://api.freshbooks.com/auth/oauth/token',
      prepare: ({ body }) => ({ body: Object.fromEntries(body) }),
    },
    userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
    profile: ({ response: { id, first_name, last_name, email } }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0075DD' },
    options,
  }
}
