import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that the SAML identity provider returns. */
export interface BoxyHQSAMLProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  roles?: string[]
  groups?: string[]
  /** All attributes, as the identity provider sent them. */
  raw?: Record<string, unknown>
  requested?: { tenant?: string; product?: string }
}

/**
 * Signs in with SAML through BoxyHQ (SAML Jackson, now Ory Polis). `issuer` is the server's URL.
 * The client id selects the connection. To select it with the authorization parameters `tenant` and
 * `product` instead, set the client id to `dummy`. An identity provider can claim any `id`. If your
 * tenants do not trust each other, compare the profile's `requested.tenant` in the `signIn`
 * callback.
 *
 * Register `/auth/callback/boxyhq-saml` as the redirect URI. Set `AUTH_BOXYHQ_SAML_ID` and
 * `AUTH_BOXYHQ_SAML_SECRET`. `issuer` defaults to `AUTH_BOXYHQ_SAML_ISSUER`.
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
