import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Beyond Identity. */
export interface BeyondIdentityProfile extends Profile {
  sub: string
}

/**
 * Signs in with Beyond Identity; `issuer` is that of the application, such as
 * `https://auth-us.beyondidentity.com/v1/tenants/…/realms/…/applications/…`.
 *
 * Redirect URI `/auth/callback/beyondidentity`; client `AUTH_BEYONDIDENTITY_ID`,
 * `AUTH_BEYONDIDENTITY_SECRET`; `issuer` is by default `AUTH_BEYONDIDENTITY_ISSUER`.
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
