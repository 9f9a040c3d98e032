import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Oura returns. It contains no name. */
export interface OuraProfile {
  id: string
  email?: string | null
  age?: number | null
}

/**
 * Signs in with Oura. It does not provide a name or picture.
 *
 * Register `/auth/callback/oura` as the redirect URI. Set `AUTH_OURA_ID` and `AUTH_OURA_SECRET`.
 *
 * @see https://cloud.ouraring.com/docs/authentication
 * @see https://cloud.ouraring.com/oauth/applications
 */
export default function Oura(
  options: OAuthUserConfig<OuraProfile> = {},
): OAuth2Config<OuraProfile> {
  return {
    id: 'oura',
    name: 'Oura',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://cloud.ouraring.com/oauth/authorize',
      params: { scope: 'email personal' },
    },
    token: 'https://api.ouraring.com/oauth/token',
    userinfo: 'https://api.ouraring.com/v2/usercollection/personal_info',
    profile: ({ id, email }) => ({ id, email }),
    vouchesForEmail: false,
    style: { brandColor: '#2F4A73' },
    options,
  }
}
