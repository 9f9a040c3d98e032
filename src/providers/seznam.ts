import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Seznam returns. */
export interface SeznamProfile {
  /** The user's id in this app. */
  oauth_user_id: string
  firstname?: string
  lastname?: string
  /** The part of the address before the `@`. It can change. */
  username?: string
  email?: string
}

/**
 * Signs in with Seznam.
 *
 * Register `/auth/callback/seznam` as the redirect URI. Set `AUTH_SEZNAM_ID` and
 * `AUTH_SEZNAM_SECRET`.
 *
 * @see https://vyvojari.seznam.cz/oauth/doc
 * @see https://vyvojari.seznam.cz/oauth/admin
 */
export default function Seznam(
  options: OAuthUserConfig<SeznamProfile> = {},
): OAuth2Config<SeznamProfile> {
  return {
    id: 'seznam',
    name: 'Seznam',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://login.szn.cz/api/v1/oauth/auth',
      params: { scope: 'identity' },
    },
    token: 'https://login.szn.cz/api/v1/oauth/token',
    userinfo: 'https://login.szn.cz/api/v1/user',
    profile: ({ oauth_user_id, firstname, lastname, email }) => ({
      id: oauth_user_id,
      name: [firstname, lastname].filter(Boolean).join(' ') || email,
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#CC0000' },
    options,
  }
}
