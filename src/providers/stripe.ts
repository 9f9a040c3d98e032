import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The account that Stripe returns. */
export interface StripeProfile {
  id: string
  email?: string | null
  country?: string
  business_profile?: { name?: string | null } | null
  settings?: { dashboard?: { display_name?: string | null } } | null
}

/**
 * Signs in with a Stripe account. The sign-in connects the account to your platform. For Express
 * accounts, set `authorization` to `https://connect.stripe.com/express/oauth/authorize`.
 *
 * Register `/auth/callback/stripe` as the redirect URI. Set the client id as `AUTH_STRIPE_ID` and
 * the platform's secret API key as `AUTH_STRIPE_SECRET`.
 *
 * @see https://docs.stripe.com/connect/oauth-reference
 * @see https://dashboard.stripe.com/settings/connect
 */
export default function Stripe(
  options: OAuthUserConfig<StripeProfile> = {},
): OAuth2Config<StripeProfile> {
  return {
    id: 'stripe',
    name: 'Stripe Connect',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://connect.stripe.com/oauth/authorize',
      params: { scope: 'read_write' },
    },
    token: 'https://connect.stripe.com/oauth/token',
    userinfo: 'https://api.stripe.com/v1/account',
    profile: ({ id, business_profile, settings, email }) => ({
      id,
      name: business_profile?.name || settings?.dashboard?.display_name,
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#635BFF', icon },
    options,
  }
}

const icon =
  'M13.976 9.15c-2.172-.806-3.356-1.426-3.356-2.409 0-.831.683-1.305 1.901-1.305 2.227 0 4.515.858 6.09 1.631l.89-5.494C18.252.975 15.697 0 12.165 0 9.667 0 7.589.654 6.104 1.872 4.56 3.147 3.757 4.992 3.757 7.218c0 4.039 2.467 5.76 6.476 7.219 2.585.92 3.445 1.574 3.445 2.583 0 .98-.84 1.545-2.354 1.545-1.875 0-4.965-.921-6.99-2.109l-.9 5.555C5.175 22.99 8.385 24 11.714 24c2.641 0 4.843-.624 6.328-1.813 1.664-1.305 2.525-3.236 2.525-5.732 0-4.128-2.524-5.851-6.594-7.305h.003z'
