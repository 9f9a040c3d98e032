import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person whom the identity provider of a customer vouches for. */
export interface OssoProfile {
  id: string
  email?: string
  name?: string
  /** The identity provider. */
  idp?: string
  requested?: { domain?: string }
}

/**
 * Signs in with Osso; `issuer` is the address of the server. The project has been at rest since
 * 2021: it is here for applications that still have one. `domain` or `email` among the authorization
 * parameters picks the identity provider.
 *
 * Redirect URI `/auth/callback/osso`; client `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET`; `issuer` is by
 * default `AUTH_OSSO_ISSUER`.
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
