import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A character in EVE Online. */
export interface EVEOnlineProfile extends Profile {
  /** `CHARACTER:EVE:` and the id. */
  sub: string
  name: string
  /** Changes when the character is sold. */
  owner: string
}

/**
 * Signs in with a character of EVE Online, which has no e-mail address. A character can be sold, and
 * brings its new owner to the same account, unless `signIn` compares `owner` of the profile.
 *
 * Callback URL `/auth/callback/eveonline`; client `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 * @see https://developers.eveonline.com/applications
 */
export default function EVEOnline(
  options: OIDCUserConfig<EVEOnlineProfile> = {},
): OIDCConfig<EVEOnlineProfile> {
  return {
    id: 'eveonline',
    name: 'EVE Online',
    type: 'oidc',
    issuer: 'https://login.eveonline.com',
    jwks_endpoint: 'https://login.eveonline.com/oauth/jwks',
    checks: ['state', 'pkce'],
    authorization: {
      url: 'https://login.eveonline.com/v2/oauth/authorize',
      params: { scope: 'publicData' },
    },
    token: {
      url: 'https://login.eveonline.com/v2/oauth/token',
      // The access token says who it is, signed, and is verified as an ID token.
      conform: reshapeAnswer((tokens) => ({ ...tokens, id_token: tokens['access_token'] })),
    },
    expectedIssuer: ({ iss }, announced) => (iss === 'login.eveonline.com' ? iss : announced),
    profile({ sub, name }) {
      const [, id] = /^CHARACTER:EVE:(\d+)$/.exec(sub) ?? []
      return { id, name, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
    },
    style: { brandColor: '#000000' },
    options,
  }
}
