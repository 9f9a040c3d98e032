import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at OneLogin. */
export interface OneLoginProfile extends Profile {
  sub: string
  groups?: string[]
}

/**
 * Signs in with OneLogin; `issuer` is such as `https://acme.onelogin.com/oidc/2`. The token endpoint
 * of the app has to be set to POST.
 *
 * Redirect URI `/auth/callback/onelogin`; client `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`;
 * `issuer` is by default `AUTH_ONELOGIN_ISSUER`.
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
