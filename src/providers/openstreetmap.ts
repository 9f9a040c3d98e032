import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { fetchJson } from './quirks/fetch-json.js'

/** A person at OpenStreetMap. */
export interface OpenStreetMapProfile extends Profile {
  user: {
    id: number
    display_name: string
    /** Comes with the scope `read_email`, which few apps may ask for. */
    email?: string
    img?: { href?: string }
  }
}

const details = 'https://api.openstreetmap.org/api/0.6/user/details.json'

/**
 * Signs in with OpenStreetMap.
 *
 * Redirect URI `/auth/callback/openstreetmap`; client `AUTH_OPENSTREETMAP_ID`,
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
    // The claims have no picture.
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
