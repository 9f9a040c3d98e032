import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Polar sends about a user. */
export interface PolarProfile extends Profile {
  sub: string
}

/**
 * Signs in with Polar as a user, not as an organization.
 *
 * Register `/auth/callback/polar` as the redirect URI. Set `AUTH_POLAR_ID` and `AUTH_POLAR_SECRET`.
 *
 * @see https://polar.sh/docs/integrate/oauth2/introduction
 * @see https://polar.sh/dashboard/account/developer
 */
export default function Polar(
  options: OIDCUserConfig<PolarProfile> = {},
): OIDCConfig<PolarProfile> {
  return {
    id: 'polar',
    name: 'Polar',
    type: 'oidc',
    issuer: 'https://polar.sh',
    wellKnown: 'https://api.polar.sh/.well-known/openid-configuration',
    checks: ['state', 'pkce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { params: { sub_type: 'user' } },
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#0062FF' },
    options,
  }
}
