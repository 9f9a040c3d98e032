import type {
  EndpointFetch,
  OAuth2Config,
  OAuthUserConfig,
  PrepareRequest,
} from '../model/oauth.js'
import { renameAuthorization } from './quirks/rename-authorization.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A person at WeCom. */
export interface WeComProfile {
  /** Id of the person in the company; missing for someone who is not a member. */
  userid: string
}

/** What `WeCom` is given. */
export interface WeComOptions extends OAuthUserConfig<WeComProfile> {
  /** Agent id of the app. */
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
 * Signs in the members of one company with WeCom (WeChat Work).
 *
 * The domain of `/auth/callback/wecom` is registered; the corp id is `AUTH_WECOM_ID`, the secret of
 * the app `AUTH_WECOM_SECRET`, and `agentId` is by default `AUTH_WECOM_AGENT_ID`.
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
      // Who refuses comes back without a code, and without a word.
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
    // The token is the company's, not the person's.
    account: () => ({}),
    vouchesForEmail: false,
    style: { brandColor: '#2B7CE9' },
    options,
  }
}

/** The token has nothing to do with the code, which is spent afterwards. */
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

/** An app that may not see the member learns nothing but the id. */
async function readMember(fetch: EndpointFetch, token: string, userid: string): Promise<Member> {
  const query = new URLSearchParams({ access_token: token, userid })
  const response = await fetch(`${api}/user/get?${query.toString()}`)
  return response.ok ? ((await response.json()) as Member) : {}
}
