import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that SimpleLogin sends about a user. */
export interface SimpleLoginProfile extends Profile {
  sub: string
  avatar_url?: string | null
}

/**
 * Signs in with SimpleLogin.
 *
 * Register `/auth/callback/simplelogin` as the redirect URI. Set `AUTH_SIMPLELOGIN_ID` and
 * `AUTH_SIMPLELOGIN_SECRET`.
 *
 * @see https://simplelogin.io/docs/siwsl/intro/
 * @see https://app.simplelogin.io/developer
 */
export default function SimpleLogin(
  options: OIDCUserConfig<SimpleLoginProfile> = {},
): OIDCConfig<SimpleLoginProfile> {
  return {
    id: 'simplelogin',
    name: 'SimpleLogin',
    type: 'oidc',
    issuer: 'https://app.simplelogin.io',
    checks: ['state'],
    vouchesForEmail: false,
    authorization: {
      receive: ({ error }) => ({ error: error === 'deny' ? 'access_denied' : error }),
    },
    profile: ({ sub, name, email, avatar_url }) => ({ id: sub, name, email, image: avatar_url }),
    style: { brandColor: '#EA319F' },
    options,
  }
}
