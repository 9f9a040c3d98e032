import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Dropbox returns. */
export interface DropboxProfile {
  account_id: string
  name: { given_name?: string; surname?: string; display_name: string }
  email: string
  email_verified: boolean
  profile_photo_url?: string
  country?: string
  locale?: string
}

/**
 * Signs in with Dropbox.
 *
 * Register `/auth/callback/dropbox` as the redirect URI. Set `AUTH_DROPBOX_ID` and
 * `AUTH_DROPBOX_SECRET`.
 *
 * @see https://developers.dropbox.com/oauth-guide
 * @see https://www.dropbox.com/developers/apps
 */
export default function Dropbox(
  options: OAuthUserConfig<DropboxProfile> = {},
): OAuth2Config<DropboxProfile> {
  return {
    id: 'dropbox',
    name: 'Dropbox',
    type: 'oauth',
    authorization: {
      url: 'https://www.dropbox.com/oauth2/authorize',
      params: { scope: 'account_info.read', token_access_type: 'offline' },
    },
    token: 'https://api.dropboxapi.com/oauth2/token',
    userinfo: {
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      prepare: () => ({ method: 'POST' }),
    },
    profile: ({ account_id, name, email, profile_photo_url }) => ({
      id: account_id,
      name: name.display_name,
      email,
      image: profile_photo_url,
    }),
    style: { brandColor: '#0061FF', icon },
    options,
  }
}

const icon =
  'M6 1.807L0 5.629l6 3.822 6.001-3.822L6 1.807zM18 1.807l-6 3.822 6 3.822 6-3.822-6-3.822zM0 13.274l6 3.822 6.001-3.822L6 9.452l-6 3.822zM18 9.452l-6 3.822 6 3.822 6-3.822-6-3.822zM6 18.371l6.001 3.822 6-3.822-6-3.822L6 18.371z'
