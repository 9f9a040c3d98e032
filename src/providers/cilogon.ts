import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that CILogon sends about a user. They depend on the institution. */
export interface CILogonProfile extends Profile {
  sub: string
  given_name?: string
  family_name?: string
  /** The id of the institution where the user signed in. */
  idp?: string
  idp_name?: string
  /** The user's name at the institution, in the form of an e-mail address. */
  eppn?: string
}

/**
 * Signs in with CILogon, for accounts of universities and laboratories. Set the authorization
 * parameter `idphint` to choose the institution.
 *
 * Register `/auth/callback/cilogon` as the callback URL. Set `AUTH_CILOGON_ID` and
 * `AUTH_CILOGON_SECRET`.
 *
 * @see https://www.cilogon.org/oidc
 * @see https://cilogon.org/oauth2/register
 */
export default function CILogon(
  options: OIDCUserConfig<CILogonProfile> = {},
): OIDCConfig<CILogonProfile> {
  return {
    id: 'cilogon',
    name: 'CILogon',
    type: 'oidc',
    issuer: 'https://cilogon.org',
    checks: ['state', 'nonce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { params: { scope: 'openid email profile org.cilogon.userinfo' } },
    profile: ({ sub, name, given_name, family_name, eppn, email }) => ({
      id: sub,
      name: name || [given_name, family_name].filter(Boolean).join(' ') || eppn,
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#003F72' },
    options,
  }
}
