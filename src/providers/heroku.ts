import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Heroku returns. */
export interface HerokuProfile {
  id: string
  name: string | null
  email: string
  /** Whether the account has billing information. This says nothing about the e-mail address. */
  verified: boolean
}

/**
 * Signs in with Heroku.
 *
 * Register `/auth/callback/heroku` as the callback URL. Set `AUTH_HEROKU_ID` and
 * `AUTH_HEROKU_SECRET`.
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
