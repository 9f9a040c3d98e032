import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Airtable returns. It contains no name. */
export interface AirtableProfile {
  id: string
  /** Requires the scope `user.email:read`. */
  email?: string
  scopes?: string[]
}

/**
 * Signs in with Airtable.
 *
 * Register `/auth/callback/airtable` as the redirect URL. Set `AUTH_AIRTABLE_ID` and
 * `AUTH_AIRTABLE_SECRET`.
 *
 * @see https://airtable.com/developers/web/api/oauth-reference
 * @see https://airtable.com/create/oauth
 */
export default function Airtable(
  options: OAuthUserConfig<AirtableProfile> = {},
): OAuth2Config<AirtableProfile> {
  return {
    id: 'airtable',
    name: 'Airtable',
    type: 'oauth',
    authorization: {
      url: 'https://airtable.com/oauth2/v1/authorize',
      params: { scope: 'user.email:read' },
    },
    token: 'https://airtable.com/oauth2/v1/token',
    userinfo: 'https://api.airtable.com/v0/meta/whoami',
    profile: ({ id, email }) => ({ id, name: email, email }),
    vouchesForEmail: false,
    style: { brandColor: '#18BFFF', icon },
    options,
  }
}

const icon =
  'M11.992 1.966c-.434 0-.87.086-1.28.257L1.779 5.917c-.503.208-.49.908.012 1.116l8.982 3.558a3.266 3.266 0 0 0 2.454 0l8.982-3.558c.503-.196.503-.908.012-1.116l-8.957-3.694a3.255 3.255 0 0 0-1.272-.257zM23.4 8.056a.589.589 0 0 0-.222.045l-10.012 3.877a.612.612 0 0 0-.38.564v8.896a.6.6 0 0 0 .821.552L23.62 18.1a.583.583 0 0 0 .38-.551V8.653a.6.6 0 0 0-.6-.596zM.676 8.095a.644.644 0 0 0-.48.19C.086 8.396 0 8.53 0 8.69v8.355c0 .442.515.737.908.54l6.27-3.006.307-.147 2.969-1.436c.466-.22.43-.908-.061-1.092L.883 8.138a.57.57 0 0 0-.207-.044z'
