import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { readFlag } from './quirks/read-flag.js'

/** The claims that LinkedIn sends about a user. */
export interface LinkedInProfile extends Profile {
  sub: string
  picture?: string
}

/**
 * Signs in with LinkedIn. The app needs the product "Sign In with LinkedIn using OpenID Connect".
 *
 * Register `/auth/callback/linkedin` as the redirect URI. Set `AUTH_LINKEDIN_ID` and
 * `AUTH_LINKEDIN_SECRET`.
 *
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 * @see https://www.linkedin.com/developers/apps
 */
export default function LinkedIn(
  options: OIDCUserConfig<LinkedInProfile> = {},
): OIDCConfig<LinkedInProfile> {
  return {
    id: 'linkedin',
    name: 'LinkedIn',
    type: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    // LinkedIn's ID tokens have no nonce, and it does not support PKCE for web apps.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      receive: ({ error }) => ({
        error: error?.startsWith('user_cancelled') ? 'access_denied' : error,
      }),
    },
    profile: ({ sub, name, email, picture, email_verified }) => ({
      id: sub,
      name,
      email,
      image: picture,
      // A string in LinkedIn's ID tokens, although the documentation says boolean.
      emailVerified: readFlag(email_verified),
    }),
    style: { brandColor: '#0A66C2' },
    options,
  }
}
