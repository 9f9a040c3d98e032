import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Pocket ID. */
export interface PocketIDProfile extends Profile {
  sub: string
}

/**
 * Signs in with Pocket ID; `issuer` is the address of the server, such as `https://id.example.com`.
 *
 * Redirect URI `/auth/callback/pocket-id`; client `AUTH_POCKET_ID_ID`, `AUTH_POCKET_ID_SECRET`;
 * `issuer` is by default `AUTH_POCKET_ID_ISSUER`.
 *
 * @see https://pocket-id.org/docs
 * @see https://pocket-id.org/docs/guides/oidc-client-authentication
 */
export default function PocketID(
  options: OIDCUserConfig<PocketIDProfile> = {},
): OIDCConfig<PocketIDProfile> {
  return {
    id: 'pocket-id',
    name: 'Pocket ID',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
