import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Typeform returns. */
export interface TypeformProfile {
  user_id: string
  alias: string
  email?: string
  language?: string
}

/**
 * Signs in with Typeform.
 *
 * Register `/auth/callback/typeform` as the redirect URI. Set `AUTH_TYPEFORM_ID` and
 * `AUTH_TYPEFORM_SECRET`.
 *
 * @see https://www.typeform.com/developers/get-started/applications/
 * @see https://admin.typeform.com/account#/section/apps
 */
export default function Typeform(
  options: OAuthUserConfig<TypeformProfile> = {},
): OAuth2Config<TypeformProfile> {
  return {
    id: 'typeform',
    name: 'Typeform',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://api.typeform.com/oauth/authorize',
      params: { scope: 'accounts:read' },
    },
    token: 'https://api.typeform.com/oauth/token',
    userinfo: 'https://api.typeform.com/me',
    profile: ({ user_id, alias, email }) => ({ id: user_id, name: alias, email }),
    vouchesForEmail: false,
    style: { brandColor: '#262627' },
    options,
  }
}
