import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The login that Mailchimp returns. An account can have several logins. */
export interface MailchimpProfile {
  /** The data centre for later API calls. */
  dc: string
  /** The id of the account. Each of its users has a separate login. */
  user_id: number
  accountname?: string
  login: {
    login_id: number
    login_name?: string
    login_email?: string | null
    email?: string | null
    avatar?: string | null
  }
  api_endpoint: string
}

/**
 * Signs in with Mailchimp. During development, use `127.0.0.1` because it does not accept
 * `localhost`.
 *
 * Register `/auth/callback/mailchimp` as the redirect URI. Set `AUTH_MAILCHIMP_ID` and
 * `AUTH_MAILCHIMP_SECRET`.
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 * @see https://admin.mailchimp.com/account/oauth2/
 */
export default function Mailchimp(
  options: OAuthUserConfig<MailchimpProfile> = {},
): OAuth2Config<MailchimpProfile> {
  return {
    id: 'mailchimp',
    name: 'Mailchimp',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', params: { scope: '' } },
    token: {
      url: 'https://login.mailchimp.com/oauth2/token',
      // `expires_in: 0` means that the token does not expire.
      conform: reshapeAnswer(({ expires_in, ...tokens }) =>
        expires_in === 0 ? tokens : { expires_in, ...tokens },
      ),
    },
    userinfo: {
      url: 'https://login.mailchimp.com/oauth2/metadata',
      prepare: (_request, { tokens }) => ({
        headers: { authorization: `OAuth ${tokens.access_token ?? ''}` },
      }),
    },
    profile: ({ accountname, login }) => ({
      id: login.login_id,
      name: accountname || login.login_name,
      email: login.email || login.login_email,
      image: login.avatar,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FFE01B' },
    options,
  }
}
