import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that Patreon returns. */
export interface PatreonProfile {
  data: {
    id: string
    attributes: {
      full_name: string
      vanity?: string | null
      email?: string | null
      is_email_verified?: boolean
      image_url?: string
    }
  }
}

/**
 * Signs in with Patreon.
 *
 * Register `/auth/callback/patreon` as the redirect URI. Set `AUTH_PATREON_ID` and
 * `AUTH_PATREON_SECRET`.
 *
 * @see https://docs.patreon.com/#oauth
 * @see https://www.patreon.com/portal/registration/register-clients
 */
export default function Patreon(
  options: OAuthUserConfig<PatreonProfile> = {},
): OAuth2Config<PatreonProfile> {
  return {
    id: 'patreon',
    name: 'Patreon',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
    },
    token: 'https://www.patreon.com/api/oauth2/token',
    userinfo: {
      url: 'https://www.patreon.com/api/oauth2/v2/identity',
      params: { 'fields[user]': 'email,full_name,image_url,is_email_verified,vanity,url' },
    },
    profile: ({ data: { id, attributes } }) => ({
      id,
      name: attributes.full_name || attributes.vanity,
      email: attributes.email,
      image: attributes.image_url,
      emailVerified: readFlag(attributes.is_email_verified),
    }),
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon =
  'M22.957 7.21c-.004-3.064-2.391-5.576-5.191-6.482-3.478-1.125-8.064-.962-11.384.604C2.357 3.231 1.093 7.391 1.046 11.54c-.039 3.411.302 12.396 5.369 12.46 3.765.047 4.326-4.804 6.068-7.141 1.24-1.662 2.836-2.132 4.801-2.618 3.376-.836 5.678-3.501 5.673-7.031Z'
