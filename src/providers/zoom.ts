import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Zoom returns. */
export interface ZoomProfile {
  id: string
  /** The id of the user's account. */
  account_id: string
  first_name?: string
  last_name?: string
  display_name?: string
  email?: string
  /** `1` if the user has verified the address. */
  verified?: number
  pic_url?: string
}

/**
 * Signs in with Zoom. The app needs the scope `user:read:user`.
 *
 * Register `/auth/callback/zoom` as the redirect URL. Set `AUTH_ZOOM_ID` and `AUTH_ZOOM_SECRET`.
 *
 * @see https://developers.zoom.us/docs/integrations/oauth/
 * @see https://marketplace.zoom.us/user/build
 */
export default function Zoom(
  options: OAuthUserConfig<ZoomProfile> = {},
): OAuth2Config<ZoomProfile> {
  return {
    id: 'zoom',
    name: 'Zoom',
    type: 'oauth',
    authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
    token: 'https://zoom.us/oauth/token',
    userinfo: 'https://api.zoom.us/v2/users/me',
    profile: ({ id, display_name, first_name, last_name, email, pic_url, verified }) => ({
      id,
      name: display_name || [first_name, last_name].filter(Boolean).join(' '),
      email,
      image: pic_url,
      emailVerified: verified === undefined ? null : verified === 1,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0B5CFF' },
    options,
  }
}
