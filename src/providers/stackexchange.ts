import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { sendTokenInQuery } from './quirks/access-token-in-query.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A person at a site of Stack Exchange, in a list of one. */
export interface StackExchangeProfile {
  items: {
    /** Id of the person in the whole network. */
    account_id?: number
    /** Id of the person at the site, which in the network is somebody else's. */
    user_id?: number
    display_name: string
    profile_image?: string
    link?: string
    reputation?: number
  }[]
}

/** What `StackExchange` is given. */
export interface StackExchangeOptions extends OAuthUserConfig<StackExchangeProfile> {
  /** Key of the application, which stands beside its client id. */
  apiKey?: string | undefined
  /** Site that the profile is read at. Default `stackoverflow`. */
  site?: string | undefined
}

/**
 * Signs in with Stack Overflow or another site of Stack Exchange, which tell no e-mail address.
 *
 * The domain of `/auth/callback/stackexchange` is registered; client `AUTH_STACKEXCHANGE_ID`,
 * `AUTH_STACKEXCHANGE_SECRET`; `apiKey` is by default `AUTH_STACKEXCHANGE_API_KEY`, and `site`
 * `AUTH_STACKEXCHANGE_SITE`.
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
    checks: ['state'],
    variables: { apiKey: undefined, site: 'stackoverflow' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // Scopes would be separated by commas; the profile needs none.
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
