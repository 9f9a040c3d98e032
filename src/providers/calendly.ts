import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Calendly returns. */
export interface CalendlyProfile {
  resource: {
    /** A URL of the API. It serves as the user's id. */
    uri: string
    name: string
    /** Part of the scheduling page's URL. Users can change it. */
    slug?: string
    email?: string
    avatar_url?: string | null
    timezone?: string
  }
}

/**
 * Signs in with Calendly.
 *
 * Register `/auth/callback/calendly` as the redirect URI. Set `AUTH_CALENDLY_ID` and
 * `AUTH_CALENDLY_SECRET`. The application needs the scope `users:read`.
 *
 * @see https://developer.calendly.com/getting-started
 * @see https://developer.calendly.com/console/apps
 */
export default function Calendly(
  options: OAuthUserConfig<CalendlyProfile> = {},
): OAuth2Config<CalendlyProfile> {
  return {
    id: 'calendly',
    name: 'Calendly',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://auth.calendly.com/oauth/authorize',
      params: { scope: 'users:read' },
    },
    token: 'https://auth.calendly.com/oauth/token',
    userinfo: 'https://api.calendly.com/users/me',
    profile: ({ resource }) => ({
      id: resource.uri,
      name: resource.name,
      email: resource.email,
      image: resource.avatar_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#006BFF' },
    options,
  }
}
