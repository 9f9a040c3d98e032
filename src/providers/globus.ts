import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Globus. */
export interface GlobusProfile extends Profile {
  sub: string
  organization?: string
  /** Id of the institution that the person signed in at. */
  identity_provider?: string
}

/**
 * Signs in with Globus: accounts of universities and laboratories.
 *
 * Redirect URI `/auth/callback/globus`; client `AUTH_GLOBUS_ID`, `AUTH_GLOBUS_SECRET`.
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
