import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at JumpCloud. */
export interface JumpCloudProfile extends Profile {
  sub: string
}

/**
 * Signs in with JumpCloud. The application there must take the secret as `client_secret_basic`.
 *
 * Redirect URI `/auth/callback/jumpcloud`; client `AUTH_JUMPCLOUD_ID`, `AUTH_JUMPCLOUD_SECRET`.
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
