import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that X returns. */
export interface TwitterProfile {
  data: {
    id: string
    name: string
    username: string
    profile_image_url?: string
    /** An address that the user has confirmed. Present only if the app may request it. */
    confirmed_email?: string
  }
}

/**
 * Signs in with X (Twitter).
 *
 * Register `/auth/callback/twitter` as the callback URI. Set `AUTH_TWITTER_ID` and
 * `AUTH_TWITTER_SECRET`.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 * @see https://developer.x.com/en/portal/dashboard
 */
export default function Twitter(
  options: OAuthUserConfig<TwitterProfile> = {},
): OAuth2Config<TwitterProfile> {
  return {
    id: 'twitter',
    name: 'X (Twitter)',
    type: 'oauth',
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read users.email offline.access' },
    },
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: {
      url: 'https://api.x.com/2/users/me',
      params: { 'user.fields': 'profile_image_url,confirmed_email' },
    },
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.confirmed_email,
      image: data.profile_image_url,
      emailVerified: data.confirmed_email !== undefined,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon =
  'M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z'
