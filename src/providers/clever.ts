import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Clever returns. */
export interface CleverProfile {
  sub: string
  /** The id of the same user in the API before version 3. */
  user_id?: string
  /** The user's role in this sign-in, such as `teacher`. */
  user_type?: string
  /** The id of the district. */
  district?: string
  email?: string
  /** Schools provide the addresses, and Clever usually does not verify them. */
  email_verified?: boolean
  name?: { first?: string; middle?: string; last?: string }
}

/**
 * Signs in with Clever. A sign-in that starts at Clever's portal has no `state`, so it is refused.
 *
 * Register `/auth/callback/clever` as the redirect URI. Set `AUTH_CLEVER_ID` and
 * `AUTH_CLEVER_SECRET`.
 *
 * @see https://dev.clever.com/docs/oauth-oidc-overview
 * @see https://apps.clever.com
 */
export default function Clever(
  options: OAuthUserConfig<CleverProfile> = {},
): OAuth2Config<CleverProfile> {
  return {
    id: 'clever',
    name: 'Clever',
    // Not every app receives an ID token, so the user info identifies the user.
    type: 'oauth',
    checks: ['state'],
    authorization: { url: 'https://clever.com/oauth/authorize', params: { scope: 'openid' } },
    token: 'https://clever.com/oauth/tokens',
    userinfo: 'https://api.clever.com/userinfo',
    profile: ({ sub, name, email }) => ({
      id: sub,
      name: [name?.first, name?.last].filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#1464FF' },
    options,
  }
}
