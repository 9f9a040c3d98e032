import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that OneLogin sends about a user. */
export interface OneLoginProfile extends Profile {
  sub: string
  groups?: string[]
}

/**
 * Signs in with OneLogin. `issuer` is a URL such as `https://acme.onelogin.com/oidc/2`. Set the
 * app's token endpoint to POST.
 *
 * Register `/auth/callback/onelogin` as the redirect URI. Set `AUTH_ONELOGIN_ID` and
 * `AUTH_ONELOGIN_SECRET`. `issuer` defaults to `AUTH_ONELOGIN_ISSUER`.
 *
 * @see https://developers.onelogin.com/openid-connect
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin
 */
export default function OneLogin(
  options: OIDCUserConfig<OneLoginProfile> = {},
): OIDCConfig<OneLoginProfile> {
  return {
    id: 'onelogin',
    name: 'OneLogin',
    type: 'oidc',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
