import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The user profile that ZITADEL returns. */
export interface ZitadelProfile extends Profile {
  sub: string
}

/**
 * Signs in with ZITADEL. `issuer` is the instance's URL, such as
 * `https://acme-abc123.zitadel.cloud`.
 *
 * Register `/auth/callback/zitadel` as the redirect URI. Set `AUTH_ZITADEL_ID` and
 * `AUTH_ZITADEL_SECRET`. `issuer` defaults to `AUTH_ZITADEL_ISSUER`.
 *
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints
 * @see https://zitadel.com/docs/guides/manage/console/applications
 */
export default function Zitadel(
  options: OIDCUserConfig<ZitadelProfile> = {},
): OIDCConfig<ZitadelProfile> {
  return {
    id: 'zitadel',
    name: 'ZITADEL',
    type: 'oidc',
    // The ID tokens contain the profile only if the application is configured to include it.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#1A1A1A' },
    options,
  }
}
