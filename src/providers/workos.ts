import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at WorkOS. */
export interface WorkOSProfile {
  id: string
  /** Id of the person at the identity provider behind. */
  idp_id?: string
  connection_id?: string
  organization_id?: string | null
  email?: string
  first_name?: string | null
  last_name?: string | null
  /** What the identity provider said. */
  raw_attributes?: { picture?: string }
}

/** What `WorkOS` is given; of the first three exactly one, or else when a sign-in is started. */
export interface WorkOSOptions extends OAuthUserConfig<WorkOSProfile> {
  /** Id of a connection. */
  connection?: string | undefined
  /** Id of an organization. */
  organization?: string | undefined
  /** `GoogleOAuth`, `MicrosoftOAuth`, `GitHubOAuth`, `AppleOAuth` or `authkit`. */
  provider?: string | undefined
  /** Address of the API. Default `https://api.workos.com`. */
  issuer?: string | undefined
}

/**
 * Signs in with the single sign-on of WorkOS.
 *
 * Redirect URI `/auth/callback/workos`; client `AUTH_WORKOS_ID`, and an API key as
 * `AUTH_WORKOS_SECRET`; `issuer` is by default `AUTH_WORKOS_ISSUER`.
 *
 * @see https://workos.com/docs/reference/sso
 * @see https://dashboard.workos.com
 */
export default function WorkOS(options: WorkOSOptions = {}): OAuth2Config<WorkOSProfile> {
  const { connection, organization, provider } = options
  return {
    id: 'workos',
    name: 'WorkOS',
    type: 'oauth',
    variables: { issuer: 'https://api.workos.com' },
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: '{issuer}/sso/authorize',
      params: { scope: '', connection, organization, provider },
    },
    token: '{issuer}/sso/token',
    userinfo: '{issuer}/sso/profile',
    profile: ({ id, first_name, last_name, email, raw_attributes }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' '),
      email,
      image: raw_attributes?.picture,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#6363F1' },
    options,
  }
}
