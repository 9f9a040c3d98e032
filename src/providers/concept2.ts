import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that the Concept2 Logbook returns. */
export interface Concept2Profile {
  data: {
    id: number
    username: string
    first_name?: string
    last_name?: string
    email?: string
    profile_image?: string
    country?: string
  }
}

/** The service separates scopes with commas. */
const scope = 'user:read,results:read'

/**
 * Signs in with the Concept2 Logbook. If you request other scopes, set them in `token.params` too.
 *
 * Register `/auth/callback/concept2` as the redirect URI. Set `AUTH_CONCEPT2_ID` and
 * `AUTH_CONCEPT2_SECRET`.
 *
 * @see https://log.concept2.com/developers/documentation/
 * @see https://log.concept2.com/developers/keys
 */
export default function Concept2(
  options: OAuthUserConfig<Concept2Profile> = {},
): OAuth2Config<Concept2Profile> {
  return {
    id: 'concept2',
    name: 'Concept2 Logbook',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope } },
    token: { url: 'https://log.concept2.com/oauth/access_token', params: { scope } },
    userinfo: 'https://log.concept2.com/api/users/me',
    profile: ({ data }) => ({
      id: data.id,
      name: data.username || [data.first_name, data.last_name].filter(Boolean).join(' '),
      email: data.email,
      image: data.profile_image,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#D2001D' },
    options,
  }
}
