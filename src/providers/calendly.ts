import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Calendly. */
export interface CalendlyProfile {
  resource: {
    /** An address of the API, which is the id of the person. */
    uri: string
    name: string
    /** Part of the scheduling page's address; people change it. */
    slug?: string
    email?: string
    avatar_url?: string | null
    timezone?: string
  }
}

/**
 * Signs in with Calendly.
 *
 * Redirect URI `/auth/callback/calendly`; client `AUTH_CALENDLY_ID`, `AUTH_CALENDLY_SECRET`. The
 * application needs the scope `users:read`.
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
