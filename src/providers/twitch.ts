import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The claims that Twitch sends about a user. */
export interface TwitchProfile extends Profile {
  sub: string
  preferred_username: string
}

const claims = { email: null, email_verified: null, picture: null, preferred_username: null }

/**
 * Signs in with Twitch.
 *
 * Register `/auth/callback/twitch` as the redirect URI. Set `AUTH_TWITCH_ID` and
 * `AUTH_TWITCH_SECRET`.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 * @see https://dev.twitch.tv/console/apps
 */
export default function Twitch(
  options: OIDCUserConfig<TwitchProfile> = {},
): OIDCConfig<TwitchProfile> {
  return {
    id: 'twitch',
    name: 'Twitch',
    type: 'oidc',
    issuer: 'https://id.twitch.tv/oauth2',
    checks: ['state', 'nonce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      params: { scope: 'openid user:read:email', claims: { id_token: claims } },
    },
    token: {
      conform: reshapeAnswer(({ status, message, ...tokens }) =>
        status === undefined
          ? tokens
          : {
              error: message === 'Invalid refresh token' ? 'invalid_grant' : `${status as number}`,
              error_description: message,
            },
      ),
    },
    style: { brandColor: '#9146FF', icon },
    options,
  }
}

const icon =
  'M11.571 4.714h1.715v5.143H11.57zm4.715 0H18v5.143h-1.714zM6 0L1.714 4.286v15.428h5.143V24l4.286-4.286h3.428L22.286 12V0zm14.571 11.143l-3.428 3.428h-3.429l-3 3v-3H6.857V1.714h13.714Z'
