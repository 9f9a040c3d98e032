import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that a Supabase project sends about a user. */
export interface SupabaseProfile extends Profile {
  sub: string
}

/**
 * Signs in with a Supabase project that is an OAuth server and signs with asymmetric keys. `issuer`
 * is the URL of its Auth service, such as `https://abcdefgh.supabase.co/auth/v1`.
 *
 * Register `/auth/callback/supabase` as the redirect URI. Set `AUTH_SUPABASE_ID` and
 * `AUTH_SUPABASE_SECRET`. `issuer` defaults to `AUTH_SUPABASE_ISSUER`.
 *
 * @see https://supabase.com/docs/guides/auth/oauth-server/oauth-flows
 * @see https://supabase.com/docs/guides/auth/oauth-server/getting-started
 */
export default function Supabase(
  options: OIDCUserConfig<SupabaseProfile> = {},
): OIDCConfig<SupabaseProfile> {
  return {
    id: 'supabase',
    name: 'Supabase',
    type: 'oidc',
    vouchesForEmail: false,
    style: { brandColor: '#3FCF8E', icon },
    options,
  }
}

const icon =
  'M11.9 1.036c-.015-.986-1.26-1.41-1.874-.637L.764 12.05C-.33 13.427.65 15.455 2.409 15.455h9.579l.113 7.51c.014.985 1.259 1.408 1.873.636l9.262-11.653c1.093-1.375.113-3.403-1.645-3.403h-9.642z'
