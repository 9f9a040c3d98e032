import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that Eventbrite returns. */
export interface EventbriteProfile {
  id: string
  name?: string
  first_name?: string
  last_name?: string
  emails?: { email: string; verified: boolean; primary: boolean }[]
  /** The id of the picture, from which its URL is built. */
  image_id?: string | null
}

/**
 * Signs in with Eventbrite. It has no scopes.
 *
 * Register `/auth/callback/eventbrite` as the redirect URI. Set the API key as `AUTH_EVENTBRITE_ID`
 * and the client secret as `AUTH_EVENTBRITE_SECRET`.
 *
 * @see https://www.eventbrite.com/platform/api#/introduction/authentication
 * @see https://www.eventbrite.com/account-settings/apps
 */
export default function Eventbrite(
  options: OAuthUserConfig<EventbriteProfile> = {},
): OAuth2Config<EventbriteProfile> {
  return {
    id: 'eventbrite',
    name: 'Eventbrite',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://www.eventbrite.com/oauth/authorize', params: { scope: '' } },
    token: 'https://www.eventbrite.com/oauth/token',
    userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
    profile({ id, name, first_name, last_name, emails = [], image_id }) {
      const own = emails.find(({ primary }) => primary) ?? emails[0]
      return {
        id,
        name: name || [first_name, last_name].filter(Boolean).join(' '),
        email: own?.email,
        image: image_id ? pictureUrl(image_id) : undefined,
        emailVerified: readFlag(own?.verified),
      }
    },
    vouchesForEmail: false,
    style: { brandColor: '#F05537' },
    options,
  }
}

/** The image server expects the URL of the original as one path segment. */
function pictureUrl(id: string): string {
  const original = `https://cdn.evbuc.com/images/${id}/1/original.jpg`
  return `https://img.evbuc.com/${encodeURIComponent(original)}`
}
