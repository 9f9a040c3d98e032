import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Heroku. */
export interface HerokuProfile {
  id: string
  name: string | null
  email: string
  /** Whether the account has billing information; it says nothing about the address. */
  verified: boolean
}

/**
 * Signs in with Heroku.
 *
 * Callback URL `/auth/callback/heroku`; client `AUTH_HEROKU_ID`, `AUTH_HEROKU_SECRET`.
 *
 * @see https://devcenter.heroku.com/articles/oauth
 * @see https://dashboard.heroku.com/account/applications
 */
export default function Heroku(
  options: OAuthUserConfig<HerokuProfile> = {},
): OAuth2Config<HerokuProfile> {
  return {
    id: 'heroku',
    name: 'Heroku',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://id.heroku.com/oauth/authorize', params: { scope: 'identity' } },
    token: 'https://id.heroku.com/oauth/token',
    userinfo: {
      url: 'https://api.heroku.com/account',
      prepare: () => ({ headers: { accept: 'application/vnd.heroku+json; version=3' } }),
    },
    profile: ({ id, name, email }) => ({ id, name: name || email, email }),
    vouchesForEmail: false,
    style: { brandColor: '#430098' },
    options,
  }
}
