import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Coinbase returns. */
export interface CoinbaseProfile {
  data: {
    id: string
    name: string
    username?: string | null
    email?: string
    avatar_url?: string
  }
}

/**
 * Signs in with Coinbase.
 *
 * Register `/auth/callback/coinbase` as the redirect URI. Set `AUTH_COINBASE_ID` and
 * `AUTH_COINBASE_SECRET`.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 * @see https://portal.cdp.coinbase.com
 */
export default function Coinbase(
  options: OAuthUserConfig<CoinbaseProfile> = {},
): OAuth2Config<CoinbaseProfile> {
  return {
    id: 'coinbase',
    name: 'Coinbase',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://login.coinbase.com/oauth2/auth',
      params: { scope: 'wallet:user:read wallet:user:email' },
    },
    token: 'https://login.coinbase.com/oauth2/token',
    userinfo: 'https://api.coinbase.com/v2/user',
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.email,
      image: data.avatar_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0052FF' },
    options,
  }
}
