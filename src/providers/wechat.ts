import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameParams } from './quirks/rename-params.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that WeChat returns. */
export interface WeChatProfile {
  /** The user's id in this app. */
  openid: string
  /** The user's id in all apps of one Open Platform account. */
  unionid?: string
  nickname: string
  headimgurl?: string
}

/** The options of the `WeChat` provider. */
export interface WeChatOptions extends OAuthUserConfig<WeChatProfile> {
  /**
   * `OfficialAccount` if users come from inside WeChat, or `WebsiteApp` if they scan a code.
   * Default `OfficialAccount`.
   */
  platformType?: 'OfficialAccount' | 'WebsiteApp' | undefined
}

/**
 * Signs in with WeChat. It does not provide e-mail addresses.
 *
 * Register the domain of your callback URL, which ends with `/auth/callback/wechat`. Set the app id
 * as `AUTH_WECHAT_ID` and the secret as `AUTH_WECHAT_SECRET`.
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 * @see https://open.weixin.qq.com
 */
export default function WeChat(options: WeChatOptions = {}): OAuth2Config<WeChatProfile> {
  const isWebsite = options.platformType === 'WebsiteApp'
  return {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: `https://open.weixin.qq.com/connect/${isWebsite ? 'qrconnect' : 'oauth2/authorize'}`,
      params: { scope: isWebsite ? 'snsapi_login' : 'snsapi_userinfo' },
      request({ params, provider }) {
        const url = new URL(provider.authorization?.url ?? '')
        // WeChat requires the parameters in this order.
        url.search = new URLSearchParams({
          appid: provider.clientId ?? '',
          redirect_uri: String(params['redirect_uri']),
          response_type: 'code',
          scope: String(params.scope),
          state: String(params['state']),
        }).toString()
        url.hash = 'wechat_redirect'
        return url
      },
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      prepare({ url, body }) {
        const isRefresh = body.get('grant_type') === 'refresh_token'
        const asked = new URL(
          isRefresh ? 'https://api.weixin.qq.com/sns/oauth2/refresh_token' : url,
        )
        asked.search = renameParams(body, {
          client_id: 'appid',
          // A refresh needs no client secret.
          client_secret: isRefresh ? undefined : 'secret',
          redirect_uri: undefined,
        }).toString()
        return { url: asked, method: 'GET', body: null }
      },
      conform: reshapeAnswer(({ errcode, errmsg, ...tokens }) =>
        errcode
          ? {
              error: endedCodes.has(errcode) ? 'invalid_grant' : `${errcode as number}`,
              error_description: errmsg,
            }
          : tokens,
      ),
    },
    userinfo: {
      url: 'https://api.weixin.qq.com/sns/userinfo',
      params: { lang: 'zh_CN' },
      prepare({ url }, { tokens }) {
        const asked = new URL(url)
        asked.searchParams.set('access_token', tokens.access_token ?? '')
        asked.searchParams.set('openid', String(tokens['openid']))
        return { url: asked, headers: { authorization: undefined } }
      },
    },
    profile: ({ unionid, openid, nickname, headimgurl }) => ({
      id: unionid ?? openid,
      name: nickname,
      image: headimgurl,
    }),
    style: { brandColor: '#07C160', icon },
    options,
  }
}

/** A refresh token is not valid, has expired, or has ended because the user changed the password. */
const endedCodes: ReadonlySet<unknown> = new Set([40030, 42002, 42007])

const icon =
  'M8.691 2.188C3.891 2.188 0 5.476 0 9.53c0 2.212 1.17 4.203 3.002 5.55a.59.59 0 0 1 .213.665l-.39 1.48c-.019.07-.048.141-.048.213 0 .163.13.295.29.295a.326.326 0 0 0 .167-.054l1.903-1.114a.864.864 0 0 1 .717-.098 10.16 10.16 0 0 0 2.837.403c.276 0 .543-.027.811-.05-.857-2.578.157-4.972 1.932-6.446 1.703-1.415 3.882-1.98 5.853-1.838-.576-3.583-4.196-6.348-8.596-6.348zM5.785 5.991c.642 0 1.162.529 1.162 1.18a1.17 1.17 0 0 1-1.162 1.178A1.17 1.17 0 0 1 4.623 7.17c0-.651.52-1.18 1.162-1.18zm5.813 0c.642 0 1.162.529 1.162 1.18a1.17 1.17 0 0 1-1.162 1.178 1.17 1.17 0 0 1-1.162-1.178c0-.651.52-1.18 1.162-1.18zm5.34 2.867c-1.797-.052-3.746.512-5.28 1.786-1.72 1.428-2.687 3.72-1.78 6.22.942 2.453 3.666 4.229 6.884 4.229.826 0 1.622-.12 2.361-.336a.722.722 0 0 1 .598.082l1.584.926a.272.272 0 0 0 .14.047c.134 0 .24-.111.24-.247 0-.06-.023-.12-.038-.177l-.327-1.233a.582.582 0 0 1-.023-.156.49.49 0 0 1 .201-.398C23.024 18.48 24 16.82 24 14.98c0-3.21-2.931-5.837-6.656-6.088V8.89c-.135-.01-.27-.027-.407-.03zm-2.53 3.274c.535 0 .969.44.969.982a.976.976 0 0 1-.969.983.976.976 0 0 1-.969-.983c0-.542.434-.982.97-.982zm4.844 0c.535 0 .969.44.969.982a.976.976 0 0 1-.969.983.976.976 0 0 1-.969-.983c0-.542.434-.982.969-.982z'
