import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Tumblr returns. */
export interface TumblrProfile {
  response: {
    user: {
      /** The name of the primary blog. Users can change it, and another user can then take it. */
      name: string
      blogs: {
        name: string
        /** Does not change when the blog is renamed. */
        uuid?: string
        title?: string
        primary?: boolean
      }[]
    }
  }
}

/**
 * Signs in with Tumblr. It does not provide e-mail addresses. Users have no id, so the id of their
 * primary blog identifies them.
 *
 * Register `/auth/callback/tumblr` as the OAuth2 redirect URL. Set the consumer key as
 * `AUTH_TUMBLR_ID` and the secret as `AUTH_TUMBLR_SECRET`.
 *
 * @see https://www.tumblr.com/docs/en/api/v2#oauth2-authorization
 * @see https://www.tumblr.com/oauth/apps
 */
export default function Tumblr(
  options: OAuthUserConfig<TumblrProfile> = {},
): OAuth2Config<TumblrProfile> {
  return {
    id: 'tumblr',
    name: 'Tumblr',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: 'https://www.tumblr.com/oauth2/authorize', params: { scope: 'basic' } },
    token: 'https://api.tumblr.com/v2/oauth2/token',
    userinfo: 'https://api.tumblr.com/v2/user/info',
    profile: ({ response: { user } }) => ({
      id: user.blogs.find(({ primary }) => primary)?.uuid,
      name: user.name,
      image: `https://api.tumblr.com/v2/blog/${user.name}.tumblr.com/avatar/128`,
    }),
    style: { brandColor: '#36465D', icon },
    options,
  }
}

const icon =
  'M14.563 24c-5.093 0-7.031-3.756-7.031-6.411V9.747H5.116V6.648c3.63-1.313 4.512-4.596 4.71-6.469C9.84.051 9.941 0 9.999 0h3.517v6.114h4.801v3.633h-4.82v7.47c.016 1.001.375 2.371 2.207 2.371h.09c.631-.02 1.486-.205 1.936-.419l1.156 3.425c-.436.636-2.4 1.374-4.156 1.404h-.178l.011.002z'
