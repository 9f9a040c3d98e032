import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A person at Withings, of whom the tokens tell the id alone. */
export interface WithingsProfile {
  userid: string | number
}

/**
 * Signs in with Withings, which tells neither name nor e-mail address.
 *
 * Callback URL `/auth/callback/withings`; client `AUTH_WITHINGS_ID`, `AUTH_WITHINGS_SECRET`.
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
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://account.withings.com/oauth2_user/authorize2',
      // Separated by commas.
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
          : { error: `${status as number}`, error_description: error },
      ),
    },
    userinfo: { request: ({ tokens }) => ({ userid: tokens['userid'] }) },
    profile: ({ userid }) => ({ id: userid }),
    style: { brandColor: '#00AFF0' },
    options,
  }
}
