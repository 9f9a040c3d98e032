import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Oura, who has no name there. */
export interface OuraProfile {
  id: string
  email?: string | null
  age?: number | null
}

/**
 * Signs in with Oura, which tells neither name nor picture.
 *
 * Redirect URI `/auth/callback/oura`; client `AUTH_OURA_ID`, `AUTH_OURA_SECRET`.
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
