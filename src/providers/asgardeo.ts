import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Asgardeo. */
export interface AsgardeoProfile extends Profile {
  sub: string
  username?: string
  groups?: string[]
  picture?: string
}

/** What `Asgardeo` is given. */
export interface AsgardeoOptions extends OIDCUserConfig<AsgardeoProfile> {
  /** Name of the organization. */
  organization?: string | undefined
}

/**
 * Signs in with Asgardeo. Claims come when the application asks for them in its user attributes.
 *
 * Redirect URL `/auth/callback/asgardeo`; client `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`;
 * `organization` is by default `AUTH_ASGARDEO_ORGANIZATION`, and `issuer` (`AUTH_ASGARDEO_ISSUER`,
 * which ends in `/oauth2/token`) takes its place.
 *
 * @see https://wso2.com/asgardeo/docs/guides/authentication/
 * @see https://console.asgardeo.io
 */
export default function Asgardeo(options: AsgardeoOptions = {}): OIDCConfig<AsgardeoProfile> {
  return {
    id: 'asgardeo',
    name: 'Asgardeo',
    type: 'oidc',
    variables: {
      organization: undefined,
      // Their token endpoint is their issuer as well.
      issuer: 'https://api.asgardeo.io/t/{organization}/oauth2/token',
    },
    profile: ({ sub, name, given_name, family_name, username, email, picture }) => ({
      id: sub,
      name: name || [given_name, family_name].filter(Boolean).join(' ') || username,
      email,
      image: picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FF7300' },
    options,
  }
}
