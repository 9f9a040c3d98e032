import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The claims that EVE Online sends about a character. */
export interface EVEOnlineProfile extends Profile {
  /** `CHARACTER:EVE:` followed by the id. */
  sub: string
  name: string
  /** Changes when the character is sold. */
  owner: string
}

/**
 * Signs in with a character of EVE Online. It does not provide e-mail addresses. A character can be
 * sold, and its new owner then signs in to the same account. To prevent that, compare the profile's
 * `owner` in the `signIn` callback.
 *
 * Register `/auth/callback/eveonline` as the callback URL. Set `AUTH_EVEONLINE_ID` and
 * `AUTH_EVEONLINE_SECRET`.
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
      // The access token is a signed JWT that identifies the character, so it is verified like an
      // ID token.
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
