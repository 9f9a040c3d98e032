import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Norwegian BankID sends about a user. */
export interface BankIDNorwayProfile extends Profile {
  sub: string
  birthdate?: string
  /** How the user authenticated: `BID`, `BIM` or `BIS`. */
  amr?: string
  /** The level of assurance. */
  acr?: string
  /** The serial number of the user's certificate. */
  bankid_altsub?: string
  /** The national identity number. Requires an agreement with BankID. */
  nnin_altsub?: string
}

/**
 * Signs in with BankID Norge. Set `login_hint` in `authorization.params` to choose which BankID is
 * offered first. For tests, set `issuer` to `https://auth.current.bankid.no/auth/realms/current`.
 *
 * Register `/auth/callback/bankid-no` as the redirect URI. Set `AUTH_BANKID_NO_ID` and
 * `AUTH_BANKID_NO_SECRET`. `issuer` defaults to `AUTH_BANKID_NO_ISSUER` or the production issuer.
 *
 * @see https://developer.bankid.no/
 * @see https://bankid.no/bedrift
 */
export default function BankIDNorway(
  options: OIDCUserConfig<BankIDNorwayProfile> = {},
): OIDCConfig<BankIDNorwayProfile> {
  return {
    id: 'bankid-no',
    name: 'BankID Norge',
    type: 'oidc',
    variables: { issuer: 'https://auth.bankid.no/auth/realms/prod' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // Claims other than the name and date of birth are only in the user info.
    idToken: false,
    authorization: {
      params: { scope: 'openid profile', ui_locales: 'no', login_hint: 'BIS' },
    },
    profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    vouchesForEmail: false,
    style: { brandColor: '#39134C' },
    options,
  }
}
