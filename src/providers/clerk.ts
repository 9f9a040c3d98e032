import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Clerk sends about a user. */
export interface ClerkProfile extends Profile {
  sub: string
}

/**
 * Signs in with Clerk. `issuer` is the Frontend API URL, such as `https://acme.clerk.accounts.dev`.
 * The OAuth application must have the scope `openid`.
 *
 * Register `/auth/callback/clerk` as the redirect URI. Set `AUTH_CLERK_ID` and `AUTH_CLERK_SECRET`.
 * `issuer` defaults to `AUTH_CLERK_ISSUER`.
 *
 * @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on
 * @see https://dashboard.clerk.com/~/oauth-applications
 */
export default function Clerk(
  options: OIDCUserConfig<ClerkProfile> = {},
): OIDCConfig<ClerkProfile> {
  return {
    id: 'clerk',
    name: 'Clerk',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#6C47FF', icon },
    options,
  }
}

const icon =
  'm21.47 20.829-2.881-2.881a.572.572 0 0 0-.7-.084 6.854 6.854 0 0 1-7.081 0 .576.576 0 0 0-.7.084l-2.881 2.881a.576.576 0 0 0-.103.69.57.57 0 0 0 .166.186 12 12 0 0 0 14.113 0 .58.58 0 0 0 .239-.423.576.576 0 0 0-.172-.453Zm.002-17.668-2.88 2.88a.569.569 0 0 1-.701.084A6.857 6.857 0 0 0 8.724 8.08a6.862 6.862 0 0 0-1.222 3.692 6.86 6.86 0 0 0 .978 3.764.573.573 0 0 1-.083.699l-2.881 2.88a.567.567 0 0 1-.864-.063A11.993 11.993 0 0 1 6.771 2.7a11.99 11.99 0 0 1 14.637-.405.566.566 0 0 1 .232.418.57.57 0 0 1-.168.448Zm-7.118 12.261a3.427 3.427 0 1 0 0-6.854 3.427 3.427 0 0 0 0 6.854Z'
