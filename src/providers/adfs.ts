import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that AD FS sends about a user. Its issuance rules decide which ones. */
export interface ADFSProfile extends Profile {
  sub: string
  /** The account name. It looks like an e-mail address, but may not receive mail. */
  upn?: string
  /** The account name with its domain, such as `ACME\ada`. */
  unique_name?: string
}

/** The options of the `ADFS` provider. */
export interface ADFSOptions extends OIDCUserConfig<ADFSProfile> {
  /** The server's host name, such as `adfs.example.com`. */
  host?: string | undefined
}

/**
 * Signs in with Microsoft AD FS on your own server.
 *
 * Register `/auth/callback/adfs` as the redirect URI. Set `AUTH_ADFS_ID` and `AUTH_ADFS_SECRET`.
 * `host` defaults to `AUTH_ADFS_HOST`. You can set `issuer` (`AUTH_ADFS_ISSUER`) instead.
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
