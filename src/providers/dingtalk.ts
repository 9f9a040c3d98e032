import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameParams } from './quirks/rename-params.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that DingTalk returns. */
export interface DingTalkProfile {
  /** The user's id in all apps of the developer. */
  unionId?: string
  /** The user's id in this app. */
  openId?: string
  nick: string
  avatarUrl?: string
  email?: string
  mobile?: string
}

const names = {
  client_id: 'clientId',
  client_secret: 'clientSecret',
  grant_type: 'grantType',
  refresh_token: 'refreshToken',
  redirect_uri: undefined,
}

/**
 * Signs in with DingTalk.
 *
 * Register `/auth/callback/dingtalk` as the redirect URL. Set `AUTH_DINGTALK_ID` and
 * `AUTH_DINGTALK_SECRET`.
 *
 * @see https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information
 * @see https://open-dev.dingtalk.com
 */
export default function DingTalk(
  options: OAuthUserConfig<DingTalkProfile> = {},
): OAuth2Config<DingTalkProfile> {
  return {
    id: 'dingtalk',
    name: 'DingTalk',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://login.dingtalk.com/oauth2/auth',
      params: { scope: 'openid', prompt: 'consent' },
      receive: ({ authCode }) => (authCode === undefined ? undefined : { code: authCode }),
    },
    token: {
      url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
      prepare: ({ body }) => ({ body: Object.fromEntries(renameParams(body, names)) }),
      conform: reshapeAnswer(({ accessToken, refreshToken, expireIn, code, message }) =>
        accessToken === undefined
          ? { error: code, error_description: message }
          : { access_token: accessToken, refresh_token: refreshToken, expires_in: expireIn },
      ),
    },
    userinfo: {
      url: 'https://api.dingtalk.com/v1.0/contact/users/me',
      prepare: (_request, { tokens }) => ({
        headers: {
          authorization: undefined,
          'x-acs-dingtalk-access-token': tokens.access_token,
        },
      }),
    },
    profile: ({ unionId, openId, nick, email, avatarUrl }) => ({
      id: unionId ?? openId,
      name: nick,
      email,
      image: avatarUrl,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0089FF' },
    options,
  }
}
