import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user's id from the token response. Withings returns no profile. */
export interface WithingsProfile {
  userid: string | number
}

/**
 * Signs in with Withings. It does not provide a name or e-mail address.
 *
 * Register `/auth/callback/withings` as the callback URL. Set `AUTH_WITHINGS_ID` and
 * `AUTH_WITHINGS_SECRET`.
 *
 * @see https://developer.withings.com/developer-guide/v3/integration-guide/public-health-data-api/get-access/oauth-web-flow
 * @see https://developer.withings.com/dashboard/
 */
export default function Withings(
  options: OAuthUserConfig<WithingsProfile> = {},
): OAuth2Config<WithingsProfile> {
  return {
    id: 'withings',
    name: 'Withings',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://account.withings.com/oauth2_user/authorize2',
      params: { scope: 'user.info' },
    },
    token: {
      url: 'https://wbsapi.withings.net/v2/oauth2',
      prepare({ body }) {
        body.set('action', 'requesttoken')
        return { body }
      },
      conform: reshapeAnswer(({ status, body, error }) =>
        status === 0
          ? (Object(body) as Record<string, unknown>)
          : { error: nameError(status, error), error_description: error },
      ),
    },
    userinfo: { request: ({ tokens }) => ({ userid: tokens['userid'] }) },
    profile: ({ userid }) => ({ id: userid }),
    style: { brandColor: '#00AFF0' },
    options,
  }
}

/** The status 503 is about any parameter. Only the text names the refresh token. */
function nameError(status: unknown, text: unknown): string {
  const isEnded = status === 503 && typeof text === 'string' && text.includes('refresh_token')
  return isEnded ? 'invalid_grant' : `${status as number}`
}
