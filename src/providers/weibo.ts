import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Weibo returns. */
export interface WeiboProfile {
  /** The id as a string, because it is too large for a number. */
  idstr: string
  screen_name: string
  name?: string
  profile_image_url?: string
  avatar_large?: string
}

/**
 * Signs in with Weibo. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/weibo` as the authorization callback page. Set the app key as
 * `AUTH_WEIBO_ID` and the secret as `AUTH_WEIBO_SECRET`.
 *
 * @see https://open.weibo.com/wiki/Connect/login
 * @see https://open.weibo.com/apps
 */
export default function Weibo(
  options: OAuthUserConfig<WeiboProfile> = {},
): OAuth2Config<WeiboProfile> {
  return {
    id: 'weibo',
    name: 'Weibo',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://api.weibo.com/oauth2/authorize', params: { scope: '' } },
    token: 'https://api.weibo.com/oauth2/access_token',
    userinfo: {
      url: 'https://api.weibo.com/2/users/show.json',
      prepare({ url }, { tokens }) {
        const asked = new URL(url)
        asked.searchParams.set('access_token', tokens.access_token ?? '')
        asked.searchParams.set('uid', String(tokens['uid']))
        return { url: asked, headers: { authorization: undefined } }
      },
    },
    profile: ({ idstr, screen_name, name, avatar_large, profile_image_url }) => ({
      id: idstr,
      name: screen_name || name,
      image: avatar_large || profile_image_url,
    }),
    style: { brandColor: '#E6162D', icon },
    options,
  }
}

const icon =
  'M10.098 20.323c-3.977.391-7.414-1.406-7.672-4.02-.259-2.609 2.759-5.047 6.74-5.441 3.979-.394 7.413 1.404 7.671 4.018.259 2.6-2.759 5.049-6.737 5.439l-.002.004zM9.05 17.219c-.384.616-1.208.884-1.829.602-.612-.279-.793-.991-.406-1.593.379-.595 1.176-.861 1.793-.601.622.263.82.972.442 1.592zm1.27-1.627c-.141.237-.449.353-.689.253-.236-.09-.313-.361-.177-.586.138-.227.436-.346.672-.24.239.09.315.36.18.601l.014-.028zm.176-2.719c-1.893-.493-4.033.45-4.857 2.118-.836 1.704-.026 3.591 1.886 4.21 1.983.64 4.318-.341 5.132-2.179.8-1.793-.201-3.642-2.161-4.149zm7.563-1.224c-.346-.105-.57-.18-.405-.615.375-.977.42-1.804 0-2.404-.781-1.112-2.915-1.053-5.364-.03 0 0-.766.331-.571-.271.376-1.217.315-2.224-.27-2.809-1.338-1.337-4.869.045-7.888 3.08C1.309 10.87 0 13.273 0 15.348c0 3.981 5.099 6.395 10.086 6.395 6.536 0 10.888-3.801 10.888-6.82 0-1.822-1.547-2.854-2.915-3.284v.01zm1.908-5.092c-.766-.856-1.908-1.187-2.96-.962-.436.09-.706.511-.616.932.09.42.511.691.932.602.511-.105 1.067.044 1.442.465.376.421.466.977.316 1.473-.136.406.089.856.51.992.405.119.857-.105.992-.512.33-1.021.12-2.178-.646-3.035l.03.045zm2.418-2.195c-1.576-1.757-3.905-2.419-6.054-1.968-.496.104-.812.587-.706 1.081.104.496.586.813 1.082.707 1.532-.331 3.185.15 4.296 1.383 1.112 1.246 1.429 2.943.947 4.416-.165.48.106 1.007.586 1.157.479.165.991-.104 1.157-.586.675-2.088.241-4.478-1.338-6.235l.03.045z'
