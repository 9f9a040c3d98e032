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
    style: { brandColor: '#236CFF' },
    options,
  }
}
