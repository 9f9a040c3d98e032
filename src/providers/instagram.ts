import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { proveAppSecret } from './quirks/app-secret-proof.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The profile that Instagram returns for a business or creator. */
export interface InstagramProfile {
  /** The id of the account. */
  user_id?: string
  /** The id of the account in this app. */
  id: string
  username: string
  name?: string
  account_type?: string
  profile_picture_url?: string
}

/**
 * Signs in with Instagram, for accounts of businesses and creators. It does not provide e-mail
 * addresses.
 *
 * Register `/auth/callback/instagram` as the redirect URL, which must use https. Set the Instagram
 * app id as `AUTH_INSTAGRAM_ID` and the Instagram app secret as `AUTH_INSTAGRAM_SECRET`. They
 * differ from those of the Meta app.
 *
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login
 * @see https://developers.facebook.com/apps/
 */
export default function Instagram(
  options: OAuthUserConfig<InstagramProfile> = {},
): OAuth2Config<InstagramProfile> {
  return {
    id: 'instagram',
    name: 'Instagram',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.instagram.com/oauth/authorize',
      params: { scope: 'instagram_business_basic' },
    },
    token: {
      url: 'https://api.instagram.com/oauth/access_token',
      conform: reshapeAnswer(({ data, error_type, error_message, ...tokens }) => {
        if (error_type) return { error: error_type, error_description: error_message }
        // Some API versions return a list with one entry.
        return Array.isArray(data) ? (data[0] as typeof tokens) : tokens
      }),
    },
    userinfo: {
      url: 'https://graph.instagram.com/me',
      params: { fields: 'user_id,username,name,account_type,profile_picture_url' },
      prepare: proveAppSecret,
    },
    profile: ({ user_id, id, name, username, profile_picture_url }) => ({
      id: user_id ?? id,
      name: name || username,
      image: profile_picture_url,
    }),
    style: { brandColor: '#FF0069' },
    options,
  }
}
