import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { EndpointFetch } from '../model/oauth-endpoints.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that QQ returns. */
export interface QQProfile {
  /** The user's id in this app. */
  openid?: string
  nickname?: string
  /** The picture with 40 × 40 pixels. */
  figureurl_qq_1?: string
  /** The picture with 100 × 100 pixels. Not every user has one. */
  figureurl_qq_2?: string
}

const graph = 'https://graph.qq.com'

/**
 * Signs in with QQ. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/qq` as the callback URL. Set the app id as `AUTH_QQ_ID` and the key as
 * `AUTH_QQ_SECRET`.
 *
 * @see https://wiki.connect.qq.com/
 * @see https://connect.qq.com/manage.html
 */
export default function QQ(options: OAuthUserConfig<QQProfile> = {}): OAuth2Config<QQProfile> {
  return {
    id: 'qq',
    name: 'QQ',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: `${graph}/oauth2.0/authorize`,
      params: { scope: 'get_user_info' },
    },
    token: {
      url: `${graph}/oauth2.0/token`,
      params: { fmt: 'json', need_openid: '1' },
      prepare({ url, body }) {
        const asked = new URL(url)
        for (const [name, value] of body) asked.searchParams.set(name, value)
        return { url: asked, method: 'GET', body: null, headers: { 'content-type': undefined } }
      },
      conform: reshapeAnswer(({ error, ...answer }) =>
        error === undefined ? answer : { ...answer, error: nameError(error) },
      ),
    },
    userinfo: {
      url: `${graph}/user/get_user_info`,
      async request({ tokens, fetch, provider }) {
        const access_token = tokens.access_token ?? ''
        // The app does not request `unionid`, because QQ answers with an error if the app has no
        // permission for it.
        const { openid } = await fetchJson(fetch, '/oauth2.0/me', { access_token, fmt: 'json' })
        const oauth_consumer_key = provider.clientId ?? ''
        const person = { access_token, oauth_consumer_key, openid: openid ?? '' }
        return { ...(await fetchJson(fetch, '/user/get_user_info', person)), openid }
      },
    },
    profile: ({ openid, nickname, figureurl_qq_1, figureurl_qq_2 }) => ({
      id: openid,
      name: nickname,
      image: figureurl_qq_2 || figureurl_qq_1,
    }),
    style: { brandColor: '#1EBAFC', icon },
    options,
  }
}

/** A token is not valid, has expired, was revoked by the user, or could not be verified. */
const endedCodes: readonly string[] = ['100013', '100014', '100015', '100016']

/** QQ sends numbers as error codes. */
function nameError(error: unknown): string {
  const code = `${error as number}`
  return endedCodes.includes(code) ? 'invalid_grant' : code
}

/** QQ accepts the token only in the query. */
async function fetchJson(
  fetch: EndpointFetch,
  path: string,
  params: Record<string, string>,
): Promise<QQProfile> {
  const response = await fetch(`${graph}${path}?${new URLSearchParams(params).toString()}`)
  if (!response.ok) throw new TypeError(`Expected a status of 2xx, got ${response.status}.`)
  return (await response.json()) as QQProfile
}

const icon =
  'M21.395 15.035a40 40 0 0 0-.803-2.264l-1.079-2.695c.001-.032.014-.562.014-.836C19.526 4.632 17.351 0 12 0S4.474 4.632 4.474 9.241c0 .274.013.804.014.836l-1.08 2.695a39 39 0 0 0-.802 2.264c-1.021 3.283-.69 4.643-.438 4.673.54.065 2.103-2.472 2.103-2.472 0 1.469.756 3.387 2.394 4.771-.612.188-1.363.479-1.845.835-.434.32-.379.646-.301.778.343.578 5.883.369 7.482.189 1.6.18 7.14.389 7.483-.189.078-.132.132-.458-.301-.778-.483-.356-1.233-.646-1.846-.836 1.637-1.384 2.393-3.302 2.393-4.771 0 0 1.563 2.537 2.103 2.472.251-.03.581-1.39-.438-4.673'
