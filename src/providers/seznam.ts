import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Seznam. */
export interface SeznamProfile {
  /** Id of the person in this app. */
  oauth_user_id: string
  firstname?: string
  lastname?: string
  /** The part of the address before the sign, which may change. */
  username?: string
  email?: string
}

/**
 * Signs in with Seznam.
 *
 * Redirect URI `/auth/callback/seznam`; client `AUTH_SEZNAM_ID`, `AUTH_SEZNAM_SECRET`.
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
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://login.szn.cz/api/v1/oauth/auth',
      // Separated by commas.
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
