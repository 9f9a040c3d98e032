import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** A person at ZITADEL. */
export interface ZitadelProfile extends Profile {
  sub: string
}

/**
 * Signs in with ZITADEL; `issuer` is the domain of the instance, such as
 * `https://acme-abc123.zitadel.cloud`.
 *
 * Redirect URI `/auth/callback/zitadel`; client `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET`; `issuer`
 * is by default `AUTH_ZITADEL_ISSUER`.
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
    // Its ID tokens have the profile only when the application is set so.
    idToken: false,
    style: { brandColor: '#1A1A1A' },
    options,
  }
}
