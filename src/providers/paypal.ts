import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that PayPal returns. */
export interface PayPalProfile {
  /** A URL that ends with the user's id. */
  user_id: string
  /** The account id. Requires the scope `https://uri.paypal.com/services/paypalattributes`. */
  payer_id?: string
  name?: string
  given_name?: string
  family_name?: string
  emails?: { value: string; primary?: boolean; confirmed?: boolean | string }[]
  email?: string
  email_verified?: boolean
  /** Whether the account is verified. This says nothing about the e-mail address. */
  verified_account?: boolean | string
  picture?: string
}

/** The options of the `PayPal` provider. */
export interface PayPalOptions extends OAuthUserConfig<PayPalProfile> {
  /** Use `sandbox` if the client belongs to the sandbox. Default `live`. */
  environment?: 'live' | 'sandbox' | undefined
}

/**
 * Signs in with PayPal. The app needs the feature "Log in with PayPal" with every attribute that
 * you want to receive. During development, use a return URL on `http://127.0.0.1`.
 *
 * Register `/auth/callback/paypal` as the return URL. Set `AUTH_PAYPAL_ID` and
 * `AUTH_PAYPAL_SECRET`.
 *
 * @see https://developer.paypal.com/docs/log-in-with-paypal/
 * @see https://developer.paypal.com/dashboard/applications
 */
export default function PayPal(options: PayPalOptions = {}): OAuth2Config<PayPalProfile> {
  const domain = options.environment === 'sandbox' ? 'sandbox.paypal.com' : 'paypal.com'
  return {
    id: 'paypal',
    name: 'PayPal',
    // PayPal's documentation mentions OpenID Connect, but PayPal sends no ID token.
    type: 'oauth',
    checks: ['state'],
    authorization: {
      url: `https://www.${domain}/signin/authorize`,
      params: { scope: 'openid profile email' },
    },
    token: `https://api-m.${domain}/v1/oauth2/token`,
    userinfo: {
      url: `https://api-m.${domain}/v1/identity/oauth2/userinfo`,
      params: { schema: 'paypalv1.1' },
    },
    profile({ user_id, name, given_name, family_name, emails, email, picture }) {
      const own = emails?.find(({ primary }) => primary) ?? emails?.[0]
      return {
        id: user_id,
        name: name || [given_name, family_name].filter(Boolean).join(' '),
        email: own?.value ?? email,
        image: picture,
        emailVerified: own && readFlag(own.confirmed),
      }
    },
    vouchesForEmail: false,
    style: { brandColor: '#002991', icon },
    options,
  }
}

const icon =
  'M15.607 4.653H8.941L6.645 19.251H1.82L4.862 0h7.995c3.754 0 6.375 2.294 6.473 5.513-.648-.478-2.105-.86-3.722-.86m6.57 5.546c0 3.41-3.01 6.853-6.958 6.853h-2.493L11.595 24H6.74l1.845-11.538h3.592c4.208 0 7.346-3.634 7.153-6.949a5.24 5.24 0 0 1 2.848 4.686M9.653 5.546h6.408c.907 0 1.942.222 2.363.541-.195 2.741-2.655 5.483-6.441 5.483H8.714Z'
