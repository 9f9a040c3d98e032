import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { proveAppSecret } from './quirks/app-secret-proof.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A business or creator at Instagram. */
export interface InstagramProfile {
  /** Id of the account. */
  user_id?: string
  /** Id of the account in this app. */
  id: string
  username: string
  name?: string
  account_type?: string
  profile_picture_url?: string
}

/**
 * Signs in with Instagram: accounts of businesses and creators. It tells no e-mail address.
 *
 * Redirect URL `/auth/callback/instagram`, which must be https; Instagram app id
 * `AUTH_INSTAGRAM_ID` and secret `AUTH_INSTAGRAM_SECRET`, which are not those of the Meta app.
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
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.instagram.com/oauth/authorize',
      // Separated by commas.
      params: { scope: 'instagram_business_basic' },
    },
    token: {
      url: 'https://api.instagram.com/oauth/access_token',
      conform: reshapeAnswer(({ data, error_type, error_message, ...tokens }) => {
        if (error_type) return { error: error_type, error_description: error_message }
        // Some versions give a list of one.
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
