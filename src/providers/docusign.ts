import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The user profile that Docusign returns. */
export interface DocusignProfile extends Profile {
  sub: string
  /** The user's accounts, each with its API URL. */
  accounts?: {
    account_id: string
    account_name: string
    base_uri: string
    is_default: boolean
  }[]
}

/**
 * Signs in with Docusign. For developer accounts, set `issuer` to
 * `https://account-d.docusign.com/`.
 *
 * Register `/auth/callback/docusign` as the redirect URI. Set the integration key as
 * `AUTH_DOCUSIGN_ID` and the secret key as `AUTH_DOCUSIGN_SECRET`. `issuer` defaults to
 * `AUTH_DOCUSIGN_ISSUER`.
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
    // Docusign's ID tokens have no nonce.
    checks: ['state', 'pkce'],
    authorization: { params: { scope: 'openid signature' } },
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#D5224E' },
    options,
  }
}
