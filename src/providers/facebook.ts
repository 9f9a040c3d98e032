import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { proveAppSecret } from './quirks/app-secret-proof.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that Facebook returns. */
export interface FacebookProfile {
  id: string
  name: string
  /** Missing if the user has no address or does not share it. */
  email?: string
  picture?: { data: { url: string } }
}

/** The options of the `Facebook` provider. */
export interface FacebookOptions extends OAuthUserConfig<FacebookProfile> {
  /** The version of the Graph API. Default `v24.0`. */
  apiVersion?: string | undefined
}

/**
 * Signs in with Facebook.
 *
 * Register `/auth/callback/facebook` as the redirect URI. Set `AUTH_FACEBOOK_ID` and
 * `AUTH_FACEBOOK_SECRET`. `apiVersion` defaults to `AUTH_FACEBOOK_API_VERSION`.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 * @see https://developers.facebook.com/apps/
 */
export default function Facebook(options: FacebookOptions = {}): OAuth2Config<FacebookProfile> {
  return {
    id: 'facebook',
    name: 'Facebook',
    type: 'oauth',
    variables: { apiVersion: 'v24.0' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.facebook.com/{apiVersion}/dialog/oauth',
      params: { scope: 'email public_profile' },
    },
    token: {
      url: 'https://graph.facebook.com/{apiVersion}/oauth/access_token',
      conform: reshapeAnswer(({ error, ...tokens }) => {
        const { type, message } = Object(error) as Record<string, unknown>
        return error === undefined ? tokens : { error: type, error_description: message }
      }),
    },
    userinfo: {
      url: 'https://graph.facebook.com/{apiVersion}/me',
      params: { fields: 'id,name,email,picture' },
      prepare: proveAppSecret,
    },
    profile: ({ id, name, email, picture }) => ({ id, name, email, image: picture?.data.url }),
    vouchesForEmail: false,
    style: { brandColor: '#0866FF', icon },
    options,
  }
}

const icon =
  'M9.101 23.691v-7.98H6.627v-3.667h2.474v-1.58c0-4.085 1.848-5.978 5.858-5.978.401 0 .955.042 1.468.103a8.68 8.68 0 0 1 1.141.195v3.325a8.623 8.623 0 0 0-.653-.036 26.805 26.805 0 0 0-.733-.009c-.707 0-1.259.096-1.675.309a1.686 1.686 0 0 0-.679.622c-.258.42-.374.995-.374 1.752v1.297h3.919l-.386 2.103-.287 1.564h-3.246v8.245C19.396 23.238 24 18.179 24 12.044c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.628 3.874 10.35 9.101 11.647Z'
