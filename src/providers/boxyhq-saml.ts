import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person whom a SAML identity provider vouches for. */
export interface BoxyHQSAMLProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  roles?: string[]
  groups?: string[]
  /** All attributes as the identity provider sent them. */
  raw?: Record<string, unknown>
  requested?: { tenant?: string; product?: string }
}

/**
 * Signs in through the SAML of BoxyHQ (SAML Jackson, now Ory Polis); `issuer` is the address of the
 * server. The connection is that of the client, or of `tenant` and `product` in the authorization
 * parameters, with `dummy` as the client's id. An identity provider may claim any `id`: with tenants
 * that do not trust each other, let `signIn` compare `requested.tenant` of the profile.
 *
 * Redirect URI `/auth/callback/boxyhq-saml`; client `AUTH_BOXYHQ_SAML_ID`,
 * `AUTH_BOXYHQ_SAML_SECRET`; `issuer` is by default `AUTH_BOXYHQ_SAML_ISSUER`.
 *
 * @see https://boxyhq.com/docs/jackson/overview
 * @see https://boxyhq.com/docs/jackson/sso-flow
 */
export default function BoxyHQSAML(
  options: OAuthUserConfig<BoxyHQSAMLProfile> = {},
): OAuth2Config<BoxyHQSAMLProfile> {
  return {
    id: 'boxyhq-saml',
    name: 'BoxyHQ SAML',
    type: 'oauth',
    variables: { issuer: undefined },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: '{issuer}/api/oauth/authorize', params: { scope: '', provider: 'saml' } },
    token: '{issuer}/api/oauth/token',
    userinfo: '{issuer}/api/oauth/userinfo',
    profile: ({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#25C2A0' },
    options,
  }
}
