import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person with a Norwegian BankID. */
export interface BankIDNorwayProfile extends Profile {
  sub: string
  birthdate?: string
  /** How the person proved who they are: `BID`, `BIM` or `BIS`. */
  amr?: string
  /** Level of assurance. */
  acr?: string
  /** Serial number of the person's certificate. */
  bankid_altsub?: string
  /** National identity number; needs an agreement. */
  nnin_altsub?: string
}

/**
 * Signs in with BankID Norge. `login_hint` of `authorization.params` says which BankID is offered
 * first. For tests `issuer` is `https://auth.current.bankid.no/auth/realms/current`.
 *
 * Redirect URI `/auth/callback/bankid-no`; client `AUTH_BANKID_NO_ID`, `AUTH_BANKID_NO_SECRET`;
 * `issuer` is by default `AUTH_BANKID_NO_ISSUER`, or else that of production.
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
    // What goes beyond name and date of birth is told by user info alone.
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
