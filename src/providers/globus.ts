import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Globus sends about a user. */
export interface GlobusProfile extends Profile {
  sub: string
  organization?: string
  /** The id of the institution where the user signed in. */
  identity_provider?: string
}

/**
 * Signs in with Globus, for accounts of universities and laboratories.
 *
 * Register `/auth/callback/globus` as the redirect URI. Set `AUTH_GLOBUS_ID` and
 * `AUTH_GLOBUS_SECRET`.
 *
 * @see https://docs.globus.org/api/auth/
 * @see https://app.globus.org/settings/developers
 */
export default function Globus(
  options: OIDCUserConfig<GlobusProfile> = {},
): OIDCConfig<GlobusProfile> {
  return {
    id: 'globus',
    name: 'Globus',
    type: 'oidc',
    issuer: 'https://auth.globus.org',
    vouchesForEmail: false,
    style: { brandColor: '#1F3A78' },
    options,
  }
}
