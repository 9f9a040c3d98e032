import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that monday.com returns. */
export interface MondayProfile {
  data: {
    me: {
      id: string
      name: string
      email?: string
      photo_thumb?: string | null
    }
  }
}

/**
 * Signs in with monday.com.
 *
 * Register `/auth/callback/monday` as the redirect URL. Set `AUTH_MONDAY_ID` and
 * `AUTH_MONDAY_SECRET`.
 *
 * @see https://developer.monday.com/apps/docs/oauth
 * @see https://monday.com/developers/apps
 */
export default function Monday(
  options: OAuthUserConfig<MondayProfile> = {},
): OAuth2Config<MondayProfile> {
  return {
    id: 'monday',
    name: 'monday.com',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://auth.monday.com/oauth2/authorize',
      params: { scope: 'me:read' },
    },
    token: 'https://auth.monday.com/oauth2/token',
    userinfo: {
      url: 'https://api.monday.com/v2',
      prepare: (_request, { tokens }) => ({
        method: 'POST',
        // monday.com expects the token alone, without `Bearer`.
        headers: { authorization: tokens.access_token },
        body: { query: '{ me { id name email photo_thumb } }' },
      }),
    },
    profile: ({ data: { me } }) => ({
      id: me.id,
      name: me.name,
      email: me.email,
      image: me.photo_thumb,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FF3D57' },
    options,
  }
}
