import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Roblox sends about a user. */
export interface RobloxProfile extends Profile {
  sub: string
  /** The username. `name` and `nickname` contain the display name. */
  preferred_username?: string
  /** Seconds since the epoch. */
  created_at?: number
}

/**
 * Signs in with Roblox. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/roblox` as the redirect URL. Set `AUTH_ROBLOX_ID` and
 * `AUTH_ROBLOX_SECRET`.
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 * @see https://create.roblox.com/dashboard/credentials?activeTab=OAuthTab
 */
export default function Roblox(
  options: OIDCUserConfig<RobloxProfile> = {},
): OIDCConfig<RobloxProfile> {
  return {
    id: 'roblox',
    name: 'Roblox',
    type: 'oidc',
    issuer: 'https://apis.roblox.com/oauth/',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { params: { scope: 'openid profile' } },
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon =
  'M18.926 23.998 0 18.892 5.075.002 24 5.108ZM15.348 10.09l-5.282-1.453-1.414 5.273 5.282 1.453z'
