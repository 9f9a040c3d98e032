import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Logto. */
export interface LogtoProfile extends Profile {
  sub: string
  username?: string | null
  picture?: string | null
}

/**
 * Signs in with Logto; `issuer` is its endpoint with `/oidc`, such as `https://acme.logto.app/oidc`.
 * A refresh token comes when the authorization parameter `prompt` is `consent`.
 *
 * Redirect URI `/auth/callback/logto`; client `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`; `issuer` is by
 * default `AUTH_LOGTO_ISSUER`.
 *
 * @see https://docs.logto.io/
 * @see https://cloud.logto.io
 */
export default function Logto(
  options: OIDCUserConfig<LogtoProfile> = {},
): OIDCConfig<LogtoProfile> {
  return {
    id: 'logto',
    name: 'Logto',
    type: 'oidc',
    authorization: { params: { scope: 'openid offline_access profile email' } },
    profile: ({ sub, name, username, email, picture }) => ({
      id: sub,
      name: name || username,
      email,
      image: picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#5D34F2' },
    options,
  }
}
