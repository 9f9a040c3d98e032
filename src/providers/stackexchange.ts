import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { sendTokenInQuery } from './quirks/access-token-in-query.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that a Stack Exchange site returns, in a list with one entry. */
export interface StackExchangeProfile {
  items: {
    /** The user's id in the whole network. */
    account_id?: number
    /** The user's id on this site. On another site, the same id belongs to another user. */
    user_id?: number
    display_name: string
    profile_image?: string
    link?: string
    reputation?: number
  }[]
}

/** The options of the `StackExchange` provider. */
export interface StackExchangeOptions extends OAuthUserConfig<StackExchangeProfile> {
  /** The API key of the application. It is shown next to the client id. */
  apiKey?: string | undefined
  /** The site whose profile is read. Default `stackoverflow`. */
  site?: string | undefined
}

/**
 * Signs in with Stack Overflow or another site of Stack Exchange. It does not provide e-mail
 * addresses.
 *
 * Register the domain of your callback URL, which ends with `/auth/callback/stackexchange`. Set
 * `AUTH_STACKEXCHANGE_ID` and `AUTH_STACKEXCHANGE_SECRET`. `apiKey` defaults to
 * `AUTH_STACKEXCHANGE_API_KEY` and `site` to `AUTH_STACKEXCHANGE_SITE`.
 *
 * @see https://api.stackexchange.com/docs/authentication
 * @see https://stackapps.com/apps/oauth
 */
export default function StackExchange(
  options: StackExchangeOptions = {},
): OAuth2Config<StackExchangeProfile> {
  return {
    id: 'stackexchange',
    name: 'Stack Overflow',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    variables: { apiKey: undefined, site: 'stackoverflow' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The service separates scopes with commas. The profile needs none.
    authorization: { url: 'https://stackoverflow.com/oauth', params: { scope: '' } },
    token: {
      url: 'https://stackoverflow.com/oauth/access_token/json',
      conform: reshapeAnswer(({ expires, ...tokens }) => ({ ...tokens, expires_in: expires })),
    },
    userinfo: {
      url: 'https://api.stackexchange.com/2.3/me?key={apiKey}&site={site}',
      prepare: sendTokenInQuery,
    },
    profile: ({ items }) => ({
      id: items[0]?.account_id,
      name: items[0]?.display_name,
      image: items[0]?.profile_image,
    }),
    style: { brandColor: '#F58025', icon },
    options,
  }
}

const icon =
  'M15.725 0l-1.72 1.277 6.39 8.588 1.716-1.277L15.725 0zm-3.94 3.418l-1.369 1.644 8.225 6.85 1.369-1.644-8.225-6.85zm-3.15 4.465l-.905 1.94 9.702 4.517.904-1.94-9.701-4.517zm-1.85 4.86l-.44 2.093 10.473 2.201.44-2.092-10.473-2.203zM1.89 15.47V24h19.19v-8.53h-2.133v6.397H4.021v-6.396H1.89zm4.265 2.133v2.13h10.66v-2.13H6.154Z'
