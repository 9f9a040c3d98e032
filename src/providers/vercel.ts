import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Vercel sends about a user. */
export interface VercelProfile extends Profile {
  sub: string
}

/**
 * Signs in with Vercel.
 *
 * Register `/auth/callback/vercel` as the callback URL. Set `AUTH_VERCEL_ID` and
 * `AUTH_VERCEL_SECRET`.
 *
 * @see https://vercel.com/docs/sign-in-with-vercel
 * @see https://vercel.com/dashboard
 */
export default function Vercel(
  options: OIDCUserConfig<VercelProfile> = {},
): OIDCConfig<VercelProfile> {
  return {
    id: 'vercel',
    name: 'Vercel',
    type: 'oidc',
    issuer: 'https://vercel.com',
    vouchesForEmail: false,
    style: { brandColor: '#000000', icon },
    options,
  }
}

const icon = 'm12 1.608 12 20.784H0Z'
