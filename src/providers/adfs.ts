import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at AD FS; which ones come is up to its issuance rules. */
export interface ADFSProfile extends Profile {
  sub: string
  /** Name of the account; looks like an e-mail address, but mail need not arrive there. */
  upn?: string
  /** Name of the account with its domain, such as `ACME\ada`. */
  unique_name?: string
}

/** What `ADFS` is given. */
export interface ADFSOptions extends OIDCUserConfig<ADFSProfile> {
  /** Name of the server, such as `adfs.example.com`. */
  host?: string | undefined
}

/**
 * Signs in with Microsoft AD FS on a server of your own.
 *
 * Redirect URI `/auth/callback/adfs`; client `AUTH_ADFS_ID`, `AUTH_ADFS_SECRET`; `host` is by
 * default `AUTH_ADFS_HOST`, and `issuer` (`AUTH_ADFS_ISSUER`) takes its place.
 *
 * @see https://learn.microsoft.com/windows-server/identity/ad-fs/overview/ad-fs-openid-connect-oauth-flows-scenarios
 * @see https://learn.microsoft.com/windows-server/identity/ad-fs/development/enabling-openid-connect-with-ad-fs
 */
export default function ADFS(options: ADFSOptions = {}): OIDCConfig<ADFSProfile> {
  return {
    id: 'adfs',
    name: 'Microsoft AD FS',
    type: 'oidc',
    variables: { host: undefined, issuer: 'https://{host}/adfs' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ sub, name, unique_name, upn, email }) => ({
      id: sub,
      name: name || unique_name || upn,
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0072C6' },
    options,
  }
}
