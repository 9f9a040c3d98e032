import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at World ID. Name and e-mail address, if they come, are made up. */
export interface WorldIDProfile extends Profile {
  /** Id of the person in this app. */
  sub: string
  'https://id.worldcoin.org/v1'?: { verification_level?: string }
}

/**
 * Signs in with World ID, which tells that somebody is human, and not who. Sign in with World ID is
 * deprecated: apps that were made after September 2025 cannot use it.
 *
 * Redirect URI `/auth/callback/world-id`; client `AUTH_WORLD_ID_ID`, `AUTH_WORLD_ID_SECRET`.
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
