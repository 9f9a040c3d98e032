import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { EndpointFetch, PrepareRequest } from '../model/oauth-endpoints.js'
import { renameAuthorization } from './quirks/rename-authorization.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that WeCom returns. */
export interface WeComProfile {
  /**
   * The member's account name in the company. Missing if the user is not a member. An administrator can
   * give it to another person after the member is deleted.
   */
  userid: string
}

/** The options of the `WeCom` provider. */
export interface WeComOptions extends OAuthUserConfig<WeComProfile> {
  /** The agent id of the app. */
  agentId?: string | undefined
}

interface Member {
  name?: string
  email?: string
  biz_mail?: string
  avatar?: string
}

const api = 'https://qyapi.weixin.qq.com/cgi-bin'

/**
 * Signs in with WeCom (WeChat Work), for the members of one company.
 *
 * Register the domain of your callback URL, which ends with `/auth/callback/wecom`. Set the corp id
 * as `AUTH_WECOM_ID` and the app's secret as `AUTH_WECOM_SECRET`. `agentId` defaults to
 * `AUTH_WECOM_AGENT_ID`.
 *
 * @see https://developer.work.weixin.qq.com/document/path/98152
 * @see https://work.weixin.qq.com/wework_admin/frame
 */
export default function WeCom(options: WeComOptions = {}): OAuth2Config<WeComProfile> {
  return {
    id: 'wecom',
    name: 'WeCom',
    type: 'oauth',
    variables: { agentId: undefined },
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://login.work.weixin.qq.com/wwlogin/sso/login?agentid={agentId}',
      params: { scope: '', login_type: 'CorpApp' },
      request: renameAuthorization({ client_id: 'appid', response_type: undefined }),
      // If the user refuses, WeCom redirects back without a code and without an error.
      receive: ({ code, error }) => ({
        error: code === undefined ? (error ?? 'access_denied') : error,
      }),
    },
    token: {
      url: `${api}/gettoken`,
      prepare: askForCompanyToken,
      conform: reshapeAnswer(({ errcode, errmsg, ...tokens }) =>
        errcode ? { error: `${errcode as number}`, error_description: errmsg } : tokens,
      ),
    },
    userinfo: { url: `${api}/auth/getuserinfo`, prepare: spendCode },
    async profile({ userid }, { access_token: token = '' }, { fetch }) {
      const member = await readMember(fetch, token, userid)
      return {
        id: userid,
        name: member.name,
        email: member.email || member.biz_mail,
        image: member.avatar,
      }
    },
    // The token belongs to the company, not to the user.
    account: () => ({}),
    vouchesForEmail: false,
    style: { brandColor: '#2B7CE9' },
    options,
  }
}

/** The company token does not depend on the code, which is used in the next request. */
const askForCompanyToken: PrepareRequest = ({ url }, { clientId, clientSecret = '' }) => {
  const asked = new URL(url)
  asked.search = new URLSearchParams({ corpid: clientId, corpsecret: clientSecret }).toString()
  return { url: asked, method: 'GET', body: null }
}

const spendCode: PrepareRequest = ({ url }, { tokens, params }) => {
  const asked = new URL(url)
  asked.searchParams.set('access_token', tokens.access_token ?? '')
  asked.searchParams.set('code', params.code ?? '')
  return { url: asked, headers: { authorization: undefined } }
}

/** An app without permission to see the member receives only the id. */
async function readMember(fetch: EndpointFetch, token: string, userid: string): Promise<Member> {
  const query = new URLSearchParams({ access_token: token, userid })
  const response = await fetch(`${api}/user/get?${query.toString()}`)
  return response.ok ? ((await response.json()) as Member) : {}
}
