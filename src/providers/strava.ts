import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The athlete profile that Strava returns. */
export interface StravaProfile {
  id: number
  username?: string | null
  firstname?: string
  lastname?: string
  /** The URL of the picture. */
  profile?: string
  profile_medium?: string
}

/**
 * Signs in with Strava. It does not provide e-mail addresses.
 *
 * Register the domain of your callback URL, which ends with `/auth/callback/strava`. Set
 * `AUTH_STRAVA_ID` and `AUTH_STRAVA_SECRET`.
 *
 * @see https://developers.strava.com/docs/authentication/
 * @see https://www.strava.com/settings/api
 */
export default function Strava(
  options: OAuthUserConfig<StravaProfile> = {},
): OAuth2Config<StravaProfile> {
  return {
    id: 'strava',
    name: 'Strava',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://www.strava.com/oauth/authorize',
      params: { scope: 'read', approval_prompt: 'auto' },
    },
    token: { url: 'https://www.strava.com/api/v3/oauth/token', conform: reshapeAnswer(readErrors) },
    userinfo: 'https://www.strava.com/api/v3/athlete',
    profile: ({ id, firstname, lastname, username, profile, profile_medium }) => ({
      id,
      name: [firstname, lastname].filter(Boolean).join(' ') || username,
      image: profile || profile_medium,
    }),
    style: { brandColor: '#FC4C02', icon },
    options,
  }
}

type Answer = Readonly<Record<string, unknown>>

/** Errors are in a list, and that of a dead refresh token names the resource `RefreshToken`. */
function readErrors(answer: Answer): Answer {
  const { errors, message } = answer
  if (!Array.isArray(errors)) return answer
  const resources = errors.map((one) => (Object(one) as Answer)['resource'])
  const error = resources.includes('RefreshToken') ? 'invalid_grant' : 'invalid_request'
  return { error, error_description: message }
}

const icon =
  'M15.387 17.944l-2.089-4.116h-3.065L15.387 24l5.15-10.172h-3.066m-7.008-5.599l2.836 5.598h4.172L10.463 0l-7 13.828h4.169'
