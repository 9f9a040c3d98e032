import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Frontegg. */
export interface FronteggProfile extends Profile {
  sub: string
  profilePictureUrl?: string
  picture?: string
  tenantId?: string
  roles?: string[]
}

/**
 * Signs in with Frontegg; `issuer` is the domain of the environment, such as
 * `https://app-xxxx.frontegg.com`.
 *
 * Redirect URL `/auth/callback/frontegg`; client `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`;
 * `issuer` is by default `AUTH_FRONTEGG_ISSUER`.
 *
 * @see https://developers.frontegg.com/guides/authentication/sso/oauth
 * @see https://portal.frontegg.com
 */
export default function Frontegg(
  options: OIDCUserConfig<FronteggProfile> = {},
): OIDCConfig<FronteggProfile> {
  return {
    id: 'frontegg',
    name: 'Frontegg',
    type: 'oidc',
    variables: { issuer: undefined },
    wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
    profile: ({ sub, name, email, profilePictureUrl, picture }) => ({
      id: sub,
      name,
      email,
      image: profilePictureUrl ?? picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#43BB7A' },
    options,
  }
}
