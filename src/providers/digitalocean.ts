import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that DigitalOcean returns. */
export interface DigitalOceanProfile {
  account: {
    uuid: string
    name?: string
    email: string
    email_verified?: boolean
    /** `active`, `warning` or `locked`. */
    status: string
  }
}

/**
 * Signs in with DigitalOcean.
 *
 * Register `/auth/callback/digitalocean` as the callback URL. Set `AUTH_DIGITALOCEAN_ID` and
 * `AUTH_DIGITALOCEAN_SECRET`.
 *
 * @see https://docs.digitalocean.com/reference/api/oauth/
 * @see https://cloud.digitalocean.com/account/api/applications
 */
export default function DigitalOcean(
  options: OAuthUserConfig<DigitalOceanProfile> = {},
): OAuth2Config<DigitalOceanProfile> {
  return {
    id: 'digitalocean',
    name: 'DigitalOcean',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://cloud.digitalocean.com/v1/oauth/authorize',
      params: { scope: 'read' },
    },
    token: 'https://cloud.digitalocean.com/v1/oauth/token',
    userinfo: 'https://api.digitalocean.com/v2/account',
    profile: ({ account }, { info }) => ({
      id: account.uuid,
      // An account may have no name. The token response contains one, too.
      name: account.name || (info as { name?: string } | undefined)?.name,
      email: account.email,
      emailVerified: readFlag(account.email_verified),
    }),
    style: { brandColor: '#0080FF', icon },
    options,
  }
}

const icon =
  'M12.04 0C5.408-.02.005 5.37.005 11.992h4.638c0-4.923 4.882-8.731 10.064-6.855a6.95 6.95 0 014.147 4.148c1.889 5.177-1.924 10.055-6.84 10.064v-4.61H7.391v4.623h4.61V24c7.86 0 13.967-7.588 11.397-15.83-1.115-3.59-3.985-6.446-7.575-7.575A12.8 12.8 0 0012.039 0zM7.39 19.362H3.828v3.564H7.39zm-3.563 0v-2.978H.85v2.978z'
