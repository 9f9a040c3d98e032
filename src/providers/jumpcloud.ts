import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that JumpCloud sends about a user. */
export interface JumpCloudProfile extends Profile {
  sub: string
}

/**
 * Signs in with JumpCloud. Set the application's client authentication type to
 * `client_secret_basic`.
 *
 * Register `/auth/callback/jumpcloud` as the redirect URI. Set `AUTH_JUMPCLOUD_ID` and
 * `AUTH_JUMPCLOUD_SECRET`.
 *
 * @see https://jumpcloud.com/support/sso-with-oidc
 * @see https://console.jumpcloud.com
 */
export default function JumpCloud(
  options: OIDCUserConfig<JumpCloudProfile> = {},
): OIDCConfig<JumpCloudProfile> {
  return {
    id: 'jumpcloud',
    name: 'JumpCloud',
    type: 'oidc',
    issuer: 'https://oauth.id.jumpcloud.com/',
    vouchesForEmail: false,
    style: { brandColor: '#1F2D3D' },
    options,
  }
}
