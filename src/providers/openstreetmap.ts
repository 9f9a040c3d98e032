import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { fetchJson } from './quirks/fetch-json.js'

/** The user profile that OpenStreetMap returns. */
export interface OpenStreetMapProfile extends Profile {
  user: {
    id: number
    display_name: string
    /** Requires the scope `read_email`, which only few apps may request. */
    email?: string
    img?: { href?: string }
  }
}

const details = 'https://api.openstreetmap.org/api/0.6/user/details.json'

/**
 * Signs in with OpenStreetMap.
 *
 * Register `/auth/callback/openstreetmap` as the redirect URI. Set `AUTH_OPENSTREETMAP_ID` and
 * `AUTH_OPENSTREETMAP_SECRET`.
 *
 * @see https://wiki.openstreetmap.org/wiki/OAuth
 * @see https://www.openstreetmap.org/oauth2/applications
 */
export default function OpenStreetMap(
  options: OIDCUserConfig<OpenStreetMapProfile> = {},
): OIDCConfig<OpenStreetMapProfile> {
  return {
    id: 'openstreetmap',
    name: 'OpenStreetMap',
    type: 'oidc',
    issuer: 'https://www.openstreetmap.org',
    authorization: { params: { scope: 'openid read_prefs' } },
    // The ID token has no picture.
    idToken: false,
    userinfo: {
      url: details,
      request: ({ tokens, fetch }) => fetchJson<Profile>(fetch, details, tokens),
    },
    profile: ({ user }) => ({
      id: user.id,
      name: user.display_name,
      email: user.email,
      image: user.img?.href,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#7EBC6F' },
    options,
  }
}
