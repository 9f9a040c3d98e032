import type { LogoPart, OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
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
    style: { brandColor: '#0A66C2', icon },
    options,
  }
}

const icon: readonly LogoPart[] = [
  {
    color: '#0A66C2',
    path: 'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433c-1.144 0-2.063-.926-2.063-2.065 0-1.138.92-2.063 2.063-2.063 1.14 0 2.064.925 2.064 2.063 0 1.139-.925 2.065-2.064 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
  },
]
