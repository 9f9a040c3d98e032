import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Kick returns, in a list with one entry. */
export interface KickProfile {
  data: [{ user_id: number; name: string; email?: string; profile_picture?: string }]
}

/**
 * Signs in with Kick.
 *
 * Register `/auth/callback/kick` as the redirect URL. Set `AUTH_KICK_ID` and `AUTH_KICK_SECRET`.
 *
 * @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow
 * @see https://kick.com/settings/developer
 */
export default function Kick(
  options: OAuthUserConfig<KickProfile> = {},
): OAuth2Config<KickProfile> {
  return {
    id: 'kick',
    name: 'Kick',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://id.kick.com/oauth/authorize', params: { scope: 'user:read' } },
    token: 'https://id.kick.com/oauth/token',
    userinfo: 'https://api.kick.com/public/v1/users',
    profile: ({ data: [user] }) => ({
      id: user.user_id,
      name: user.name,
      email: user.email,
      image: user.profile_picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#53FC19', icon },
    options,
  }
}

const icon =
  'M1.333 0h8v5.333H12V2.667h2.667V0h8v8H20v2.667h-2.667v2.666H20V16h2.667v8h-8v-2.667H12v-2.666H9.333V24h-8Z'
