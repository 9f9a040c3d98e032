import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Gumroad returns. */
export interface GumroadProfile {
  user: {
    user_id?: string
    id?: string
    name?: string | null
    email?: string
    profile_picture_url?: string
    /** The URL of the user's page, not of a picture. */
    profile_url?: string
  }
}

/**
 * Signs in with Gumroad.
 *
 * Register `/auth/callback/gumroad` as the redirect URI. Set `AUTH_GUMROAD_ID` and
 * `AUTH_GUMROAD_SECRET`.
 *
 * @see https://app.gumroad.com/api#authentication
 * @see https://gumroad.com/settings/advanced#application-form
 */
export default function Gumroad(
  options: OAuthUserConfig<GumroadProfile> = {},
): OAuth2Config<GumroadProfile> {
  return {
    id: 'gumroad',
    name: 'Gumroad',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://gumroad.com/oauth/authorize',
      params: { scope: 'view_profile' },
    },
    token: 'https://api.gumroad.com/oauth/token',
    userinfo: 'https://api.gumroad.com/v2/user',
    profile: ({ user }) => ({
      id: user.user_id ?? user.id,
      name: user.name,
      email: user.email,
      image: user.profile_picture_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FF90E8', icon },
    options,
  }
}

const icon =
  'M12 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0Zm-.007 5.12c4.48 0 5.995 3.025 6.064 4.744h-3.239c-.069-.962-.897-2.406-2.896-2.406-2.136 0-3.514 1.857-3.514 4.126 0 2.27 1.378 4.125 3.514 4.125 1.93 0 2.758-1.512 3.103-3.025h-3.103v-1.238h6.509v6.327h-2.855v-3.989c-.207 1.444-1.102 4.264-4.617 4.264-3.516 0-5.584-2.82-5.584-6.326 0-3.645 2.276-6.602 6.618-6.602z'
