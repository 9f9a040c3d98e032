import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Asgardeo sends about a user. */
export interface AsgardeoProfile extends Profile {
  sub: string
  username?: string
  groups?: string[]
  picture?: string
}

/** The options of the `Asgardeo` provider. */
export interface AsgardeoOptions extends OIDCUserConfig<AsgardeoProfile> {
  /** The name of the organization. */
  organization?: string | undefined
}

/**
 * Signs in with Asgardeo. Enable the claims that you need in the application's user attributes.
 *
 * Register `/auth/callback/asgardeo` as the redirect URL. Set `AUTH_ASGARDEO_ID` and
 * `AUTH_ASGARDEO_SECRET`. `organization` defaults to `AUTH_ASGARDEO_ORGANIZATION`. You can set
 * `issuer` (`AUTH_ASGARDEO_ISSUER`) instead, which ends in `/oauth2/token`.
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
      // Asgardeo uses the URL of its token endpoint as the issuer, too.
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
