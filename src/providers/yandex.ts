import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Yandex returns. */
export interface YandexProfile {
  id: string
  login: string
  display_name?: string
  real_name?: string
  first_name?: string
  last_name?: string
  default_email?: string
  emails?: string[]
  /** The id of the picture, from which its URL is built. */
  default_avatar_id?: string
  /** Whether the picture is only a placeholder. */
  is_avatar_empty?: boolean
}

/**
 * Signs in with Yandex.
 *
 * Register `/auth/callback/yandex` as the redirect URI. Set `AUTH_YANDEX_ID` and
 * `AUTH_YANDEX_SECRET`.
 *
 * @see https://yandex.com/dev/id/doc/en/
 * @see https://oauth.yandex.com/client/new
 */
export default function Yandex(
  options: OAuthUserConfig<YandexProfile> = {},
): OAuth2Config<YandexProfile> {
  return {
    id: 'yandex',
    name: 'Yandex',
    type: 'oauth',
    authorization: {
      url: 'https://oauth.yandex.com/authorize',
      params: { scope: 'login:info login:email login:avatar' },
    },
    token: 'https://oauth.yandex.com/token',
    userinfo: {
      url: 'https://login.yandex.ru/info',
      params: { format: 'json' },
      prepare: (_request, { tokens }) => ({
        headers: { authorization: `OAuth ${tokens.access_token ?? ''}` },
      }),
    },
    profile: (person) => ({
      id: person.id,
      name: person.display_name || person.real_name || person.first_name || person.login,
      email: person.default_email ?? person.emails?.[0],
      image: pictureUrl(person),
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FC3F1D' },
    options,
  }
}

function pictureUrl({ default_avatar_id, is_avatar_empty }: YandexProfile): string | undefined {
  return default_avatar_id && is_avatar_empty !== true
    ? `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200`
    : undefined
}
