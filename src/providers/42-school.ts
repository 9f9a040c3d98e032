import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that 42 returns. */
export interface FortyTwoProfile {
  id: number
  login: string
  email?: string
  usual_full_name?: string | null
  displayname?: string
  /** Image URLs in several sizes. */
  image?: { link?: string | null; versions?: { medium?: string | null } } | null
}

/**
 * Signs in with 42 School.
 *
 * Register `/auth/callback/42-school` as the redirect URI. Set `AUTH_42_SCHOOL_ID` and
 * `AUTH_42_SCHOOL_SECRET`.
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 * @see https://profile.intra.42.fr/oauth/applications
 */
export default function FortyTwo(
  options: OAuthUserConfig<FortyTwoProfile> = {},
): OAuth2Config<FortyTwoProfile> {
  return {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://api.intra.42.fr/oauth/authorize',
      params: { scope: 'public' },
    },
    token: 'https://api.intra.42.fr/oauth/token',
    userinfo: 'https://api.intra.42.fr/v2/me',
    profile: ({ id, login, usual_full_name, displayname, email, image }) => ({
      id,
      name: usual_full_name || displayname || login,
      email,
      image: image?.link ?? image?.versions?.medium,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon =
  'M19.581 16.851H24v-4.439ZM24 3.574h-4.419v4.42l-4.419 4.418v4.44h4.419v-4.44L24 7.993Zm-4.419 0h-4.419v4.42zm-6.324 8.838H4.419l8.838-8.838H8.838L0 12.412v3.595h8.838v4.419h4.419z'
