import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Autodesk sends about a user. */
export interface AutodeskProfile extends Profile {
  sub: string
}

/**
 * Signs in with Autodesk.
 *
 * Register `/auth/callback/autodesk` as the callback URL. Set `AUTH_AUTODESK_ID` and
 * `AUTH_AUTODESK_SECRET`.
 *
 * @see https://aps.autodesk.com/en/docs/oauth/v2/
 * @see https://aps.autodesk.com/myapps
 */
export default function Autodesk(
  options: OIDCUserConfig<AutodeskProfile> = {},
): OIDCConfig<AutodeskProfile> {
  return {
    id: 'autodesk',
    name: 'Autodesk',
    type: 'oidc',
    issuer: 'https://developer.api.autodesk.com',
    // The ID tokens contain little more than the user's id.
    idToken: false,
    authorization: { params: { scope: 'openid user-profile:read' } },
    vouchesForEmail: false,
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon =
  'm.129 20.202 14.7-9.136h7.625c.235 0 .445.188.445.445 0 .21-.092.305-.21.375l-7.222 4.323c-.47.283-.633.845-.633 1.265l-.008 2.725H24V4.362a.561.561 0 0 0-.585-.562h-8.752L0 12.893V20.2h.129z'
