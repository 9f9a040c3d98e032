import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { readFlag } from './quirks/read-flag.js'

/** The claims that Intuit sends about a user. Most of them have non-standard names. */
export interface IntuitProfile extends Profile {
  sub: string
  givenName?: string
  familyName?: string
  emailVerified?: boolean
  phoneNumber?: string
}

/** The options of the `Intuit` provider. */
export interface IntuitOptions extends OIDCUserConfig<IntuitProfile> {
  /** Use `sandbox` if the client's keys are development keys. Default `production`. */
  environment?: 'production' | 'sandbox' | undefined
}

const directory = 'https://developer.api.intuit.com/.well-known'

/**
 * Signs in with Intuit (QuickBooks). It does not provide a picture.
 *
 * Register `/auth/callback/intuit` as the redirect URI. Set `AUTH_INTUIT_ID` and
 * `AUTH_INTUIT_SECRET`.
 *
 * @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect
 * @see https://developer.intuit.com/app/developer/dashboard
 */
export default function Intuit(options: IntuitOptions = {}): OIDCConfig<IntuitProfile> {
  const isSandbox = options.environment === 'sandbox'
  return {
    id: 'intuit',
    name: 'Intuit',
    type: 'oidc',
    issuer: 'https://oauth.platform.intuit.com/op/v1',
    wellKnown: `${directory}/openid_${isSandbox ? 'sandbox_' : ''}configuration`,
    // Intuit's ID tokens have no nonce, names or addresses.
    checks: ['state'],
    idToken: false,
    profile: ({ sub, givenName, familyName, email, emailVerified }) => ({
      id: sub,
      name: [givenName, familyName].filter(Boolean).join(' '),
      email,
      emailVerified: readFlag(emailVerified),
    }),
    vouchesForEmail: false,
    style: { brandColor: '#236CFF', icon },
    options,
  }
}

const icon =
  'M12.32 12.38c0 1.174.974 2.033 2.211 2.033 1.237 0 2.212-.859 2.212-2.033v-2.7h-1.198v2.56c0 .633-.44 1.06-1.017 1.06s-1.017-.424-1.017-1.06V9.68h-1.198l.008 2.699zm7.624-1.619h1.429v3.563h1.198V10.76H24V9.68h-4.056v1.082zM19.17 9.68h-1.198v4.645h1.198V9.679zM7.482 10.761h1.43v3.563h1.197V10.76h1.428V9.68H7.482v1.082zM1.198 9.68H0v4.645h1.198V9.679zm5.653 1.94c0-1.174-.974-2.032-2.212-2.032-1.238 0-2.212.858-2.212 2.032v2.705h1.198v-2.56c0-.633.44-1.06 1.017-1.06s1.018.425 1.018 1.06v2.56h1.197L6.85 11.62h.001z'
