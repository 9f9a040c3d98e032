import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that WorkOS returns. */
export interface WorkOSProfile {
  id: string
  /** The user's id at the identity provider. */
  idp_id?: string
  connection_id?: string
  organization_id?: string | null
  email?: string
  first_name?: string | null
  last_name?: string | null
  /** The attributes that the identity provider sent. */
  raw_attributes?: { picture?: string }
}

/**
 * The options of the `WorkOS` provider. Set exactly one of the first three, here or as an
 * authorization parameter of the sign-in.
 */
export interface WorkOSOptions extends OAuthUserConfig<WorkOSProfile> {
  /** The id of a connection. */
  connection?: string | undefined
  /** The id of an organization. */
  organization?: string | undefined
  /** `GoogleOAuth`, `MicrosoftOAuth`, `GitHubOAuth`, `AppleOAuth` or `authkit`. */
  provider?: string | undefined
  /** The URL of the API. Default `https://api.workos.com`. */
  issuer?: string | undefined
}

/**
 * Signs in with WorkOS single sign-on.
 *
 * Register `/auth/callback/workos` as the redirect URI. Set the client id as `AUTH_WORKOS_ID` and
 * an API key as `AUTH_WORKOS_SECRET`. `issuer` defaults to `AUTH_WORKOS_ISSUER`.
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
