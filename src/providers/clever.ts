import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Clever. */
export interface CleverProfile {
  sub: string
  /** Id of the same person in the API before version 3. */
  user_id?: string
  /** What the person is in this login, such as `teacher`. */
  user_type?: string
  /** Id of the district. */
  district?: string
  email?: string
  /** Schools tell the addresses, and Clever does not verify them as a rule. */
  email_verified?: boolean
  name?: { first?: string; middle?: string; last?: string }
}

/**
 * Signs in with Clever. A login that begins at Clever's portal brings no `state`, and is refused.
 *
 * Redirect URI `/auth/callback/clever`; client `AUTH_CLEVER_ID`, `AUTH_CLEVER_SECRET`.
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
    // Not every app gets an ID token, so user info says who it is.
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
