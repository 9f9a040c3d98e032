import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** A person at Docusign. */
export interface DocusignProfile extends Profile {
  sub: string
  /** The accounts that the person belongs to, with the address of the API of each. */
  accounts?: {
    account_id: string
    account_name: string
    base_uri: string
    is_default: boolean
  }[]
}

/**
 * Signs in with Docusign; for developers' accounts `issuer` is `https://account-d.docusign.com/`.
 *
 * Redirect URI `/auth/callback/docusign`; integration key `AUTH_DOCUSIGN_ID`, secret key
 * `AUTH_DOCUSIGN_SECRET`; `issuer` is by default `AUTH_DOCUSIGN_ISSUER`.
 *
 * @see https://developers.docusign.com/platform/auth/authcode/
 * @see https://admindemo.docusign.com/apps-and-keys
 */
export default function Docusign(
  options: OIDCUserConfig<DocusignProfile> = {},
): OIDCConfig<DocusignProfile> {
  return {
    id: 'docusign',
    name: 'Docusign',
    type: 'oidc',
    variables: { issuer: 'https://account.docusign.com/' },
    // Its ID tokens have no nonce.
    checks: ['state', 'pkce'],
    authorization: { params: { scope: 'openid signature' } },
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#D5224E' },
    options,
  }
}
