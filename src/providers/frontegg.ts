import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Frontegg sends about a user. */
export interface FronteggProfile extends Profile {
  sub: string
  profilePictureUrl?: string
  picture?: string
  tenantId?: string
  roles?: string[]
}

/**
 * Signs in with Frontegg. `issuer` is the environment's URL, such as
 * `https://app-xxxx.frontegg.com`.
 *
 * Register `/auth/callback/frontegg` as the redirect URL. Set `AUTH_FRONTEGG_ID` and
 * `AUTH_FRONTEGG_SECRET`. `issuer` defaults to `AUTH_FRONTEGG_ISSUER`.
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
