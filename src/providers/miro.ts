import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Miro returns. */
export interface MiroProfile {
  id: string
  name: string
  email?: string
  /** The state of the account, such as `registered`. */
  state?: string
  picture?: { imageURL?: string }
}

/**
 * Signs in with Miro.
 *
 * Register `/auth/callback/miro` as the redirect URI. Set `AUTH_MIRO_ID` and `AUTH_MIRO_SECRET`.
 *
 * @see https://developers.miro.com/docs/getting-started-with-oauth
 * @see https://miro.com/app/settings/user-profile/apps
 */
export default function Miro(
  options: OAuthUserConfig<MiroProfile> = {},
): OAuth2Config<MiroProfile> {
  return {
    id: 'miro',
    name: 'Miro',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://miro.com/oauth/authorize',
      params: { scope: 'identity:read' },
    },
    token: 'https://api.miro.com/v1/oauth/token',
    userinfo: 'https://api.miro.com/v1/users/me',
    profile: ({ id, name, email, picture }) => ({ id, name, email, image: picture?.imageURL }),
    vouchesForEmail: false,
    style: { brandColor: '#050038', icon },
    options,
  }
}

const icon =
  'M17.392 0H13.9L17 4.808 10.444 0H6.949l3.102 6.3L3.494 0H0l3.05 8.131L0 24h3.494L10.05 6.985 6.949 24h3.494L17 5.494 13.899 24h3.493L24 3.672 17.392 0z'
