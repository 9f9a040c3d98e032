import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Pocket ID sends about a user. */
export interface PocketIDProfile extends Profile {
  sub: string
}

/**
 * Signs in with Pocket ID. `issuer` is the server's URL, such as `https://id.example.com`.
 *
 * Register `/auth/callback/pocket-id` as the redirect URI. Set `AUTH_POCKET_ID_ID` and
 * `AUTH_POCKET_ID_SECRET`. `issuer` defaults to `AUTH_POCKET_ID_ISSUER`.
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
