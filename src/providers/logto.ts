import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Logto sends about a user. */
export interface LogtoProfile extends Profile {
  sub: string
  username?: string | null
  picture?: string | null
}

/**
 * Signs in with Logto. `issuer` is the Logto endpoint followed by `/oidc`, such as
 * `https://acme.logto.app/oidc`. To receive a refresh token, set the authorization parameter
 * `prompt` to `consent`.
 *
 * Register `/auth/callback/logto` as the redirect URI. Set `AUTH_LOGTO_ID` and `AUTH_LOGTO_SECRET`.
 * `issuer` defaults to `AUTH_LOGTO_ISSUER`.
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
    offlineParams: { prompt: 'consent' },
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
