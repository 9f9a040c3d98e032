import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Linear returns. */
export interface LinearProfile {
  data: {
    viewer: {
      id: string
      name: string
      displayName?: string
      email?: string
      avatarUrl?: string | null
    }
  }
}

/**
 * Signs in with Linear.
 *
 * Register `/auth/callback/linear` as the callback URL. Set `AUTH_LINEAR_ID` and
 * `AUTH_LINEAR_SECRET`.
 *
 * @see https://linear.app/developers/oauth-2-0-authentication
 * @see https://linear.app/settings/api/applications/new
 */
export default function Linear(
  options: OAuthUserConfig<LinearProfile> = {},
): OAuth2Config<LinearProfile> {
  return {
    id: 'linear',
    name: 'Linear',
    type: 'oauth',
    scopeSeparator: ',',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://linear.app/oauth/authorize', params: { scope: 'read' } },
    token: 'https://api.linear.app/oauth/token',
    userinfo: {
      url: 'https://api.linear.app/graphql',
      prepare: () => ({
        method: 'POST',
        body: { query: '{ viewer { id name displayName email avatarUrl } }' },
      }),
    },
    profile: ({ data: { viewer } }) => ({
      id: viewer.id,
      name: viewer.name || viewer.displayName,
      email: viewer.email,
      image: viewer.avatarUrl,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#5E6AD2', icon },
    options,
  }
}

const icon =
  'M2.886 4.18A11.982 11.982 0 0 1 11.99 0C18.624 0 24 5.376 24 12.009c0 3.64-1.62 6.903-4.18 9.105L2.887 4.18ZM1.817 5.626l16.556 16.556c-.524.33-1.075.62-1.65.866L.951 7.277c.247-.575.537-1.126.866-1.65ZM.322 9.163l14.515 14.515c-.71.172-1.443.282-2.195.322L0 11.358a12 12 0 0 1 .322-2.195Zm-.17 4.862 9.823 9.824a12.02 12.02 0 0 1-9.824-9.824Z'
