import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at CILogon; what they are depends on the institution. */
export interface CILogonProfile extends Profile {
  sub: string
  given_name?: string
  family_name?: string
  /** Identifier of the institution that the person signed in at. */
  idp?: string
  idp_name?: string
  /** The person's name at the institution, in the form of an address. */
  eppn?: string
}

/**
 * Signs in with CILogon, the way to the accounts of universities and laboratories. The parameter
 * `idphint` of the authorization request names the institution.
 *
 * Callback URL `/auth/callback/cilogon`; client `AUTH_CILOGON_ID`, `AUTH_CILOGON_SECRET`.
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
