import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Beyond Identity sends about a user. */
export interface BeyondIdentityProfile extends Profile {
  sub: string
}

/**
 * Signs in with Beyond Identity. `issuer` is the application's issuer, such as
 * `https://auth-us.beyondidentity.com/v1/tenants/…/realms/…/applications/…`.
 *
 * Register `/auth/callback/beyondidentity` as the redirect URI. Set `AUTH_BEYONDIDENTITY_ID` and
 * `AUTH_BEYONDIDENTITY_SECRET`. `issuer` defaults to `AUTH_BEYONDIDENTITY_ISSUER`.
 *
 * @see https://developer.beyondidentity.com/
 * @see https://console-us.beyondidentity.com
 */
export default function BeyondIdentity(
  options: OIDCUserConfig<BeyondIdentityProfile> = {},
): OIDCConfig<BeyondIdentityProfile> {
  return {
    id: 'beyondidentity',
    name: 'Beyond Identity',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#5077C5' },
    options,
  }
}
