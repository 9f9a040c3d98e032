import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Lark returns. */
export interface LarkProfile {
  data: {
    /** The user's id in this app. */
    open_id?: string
    /** The user's id in all apps of the developer. */
    union_id?: string
    name?: string
    en_name?: string
    avatar_url?: string
    avatar_big?: string
    /** The addresses are present only if the app may read them. */
    email?: string
    enterprise_email?: string
    tenant_key?: string
  }
}

/** The options of the `Lark` provider. */
export interface LarkOptions extends OAuthUserConfig<LarkProfile> {
  /** `global` for Lark, `cn` for Feishu (Lark in China). Default `global`. */
  region?: 'global' | 'cn' | undefined
}

/**
 * Signs in with Lark or Feishu.
 *
 * Register `/auth/callback/lark` as the redirect URL. Set the app id as `AUTH_LARK_ID` and the
 * secret as `AUTH_LARK_SECRET`.
 *
 * @see https://open.larksuite.com/document/uAjLw4CM/ukTMukTMukTM/authentication-management/access-token/get-user-access-token
 * @see https://open.larksuite.com/app
 */
export default function Lark(options: LarkOptions = {}): OAuth2Config<LarkProfile> {
  const domain = options.region === 'cn' ? 'feishu.cn' : 'larksuite.com'
  return {
    id: 'lark',
    name: 'Lark',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: `https://accounts.${domain}/open-apis/authen/v1/authorize`,
      params: { scope: '' },
    },
    token: {
      url: `https://open.${domain}/open-apis/authen/v2/oauth/token`,
      prepare: ({ body }) => ({ body: Object.fromEntries(body) }),
    },
    userinfo: `https://open.${domain}/open-apis/authen/v1/user_info`,
    profile: ({ data }) => ({
      id: data.union_id ?? data.open_id,
      name: data.name || data.en_name,
      email: data.email || data.enterprise_email,
      image: data.avatar_url ?? data.avatar_big,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#3370FF' },
    options,
  }
}
