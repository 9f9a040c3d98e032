import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that a customer's identity provider returns. */
export interface OssoProfile {
  id: string
  email?: string
  name?: string
  /** The name of the identity provider. */
  idp?: string
  requested?: { domain?: string }
}

/**
 * Signs in with Osso. `issuer` is the server's URL. The project has been inactive since 2021, so
 * use this only for an existing server. Set the authorization parameter `domain` or `email` to
 * choose the identity provider.
 *
 * Register `/auth/callback/osso` as the redirect URI. Set `AUTH_OSSO_ID` and `AUTH_OSSO_SECRET`.
 * `issuer` defaults to `AUTH_OSSO_ISSUER`.
 *
 * @see https://github.com/enterprise-oss/osso
 * @see https://github.com/enterprise-oss/osso/blob/main/README.md
 */
export default function Osso(
  options: OAuthUserConfig<OssoProfile> = {},
): OAuth2Config<OssoProfile> {
  return {
    id: 'osso',
    name: 'Osso',
    type: 'oauth',
    checks: ['state'],
    variables: { issuer: undefined },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: '' } },
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/oauth/me',
    profile: ({ id, name, email }) => ({ id, name: name || email, email }),
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}
