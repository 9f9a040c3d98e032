import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Amazon returns. */
export interface AmazonProfile {
  user_id: string
  name?: string
  email?: string
  postal_code?: string
}

/** The options of the `Amazon` provider. */
export interface AmazonOptions extends OAuthUserConfig<AmazonProfile> {
  /**
   * The region of Amazon's servers: `com`, `co.uk` (Europe) or `co.jp` (Far East). Default `com`.
   */
  region?: string | undefined
}

/**
 * Signs in with Amazon. It does not provide a picture.
 *
 * Register `/auth/callback/amazon` as the allowed return URL. Set `AUTH_AMAZON_ID` and
 * `AUTH_AMAZON_SECRET`. `region` defaults to `AUTH_AMAZON_REGION`.
 *
 * @see https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 * @see https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html
 */
export default function Amazon(options: AmazonOptions = {}): OAuth2Config<AmazonProfile> {
  return {
    id: 'amazon',
    name: 'Amazon',
    type: 'oauth',
    variables: { region: 'com' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://www.amazon.com/ap/oa', params: { scope: 'profile' } },
    token: 'https://api.amazon.{region}/auth/o2/token',
    userinfo: 'https://api.amazon.{region}/user/profile',
    profile: ({ user_id, name, email }) => ({ id: user_id, name, email }),
    vouchesForEmail: false,
    style: { brandColor: '#FF9900' },
    options,
  }
}
