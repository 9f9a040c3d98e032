import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/**
 * The claims that World ID sends about a user. The name and e-mail address, if present, are not
 * real.
 */
export interface WorldIDProfile extends Profile {
  /** The user's id in this app. */
  sub: string
  'https://id.worldcoin.org/v1'?: { verification_level?: string }
}

/**
 * Signs in with World ID. It proves that the user is a human, and does not reveal a name or an
 * address. It is deprecated, and apps that were created after September 2025 cannot use it.
 *
 * Register `/auth/callback/world-id` as the redirect URI. Set `AUTH_WORLD_ID_ID` and
 * `AUTH_WORLD_ID_SECRET`.
 *
 * @see https://docs.world.org/world-id
 * @see https://developer.worldcoin.org
 */
export default function WorldID(
  options: OIDCUserConfig<WorldIDProfile> = {},
): OIDCConfig<WorldIDProfile> {
  return {
    id: 'world-id',
    name: 'World ID',
    type: 'oidc',
    issuer: 'https://id.worldcoin.org',
    authorization: { params: { scope: 'openid' } },
    profile: ({ sub }) => ({ id: sub }),
    style: { brandColor: '#000000' },
    options,
  }
}
