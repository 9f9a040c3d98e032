import type { LogoPart, OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

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
    style: { brandColor: '#FC3F1D', icon },
    options,
  }
}

function pictureUrl({ default_avatar_id, is_avatar_empty }: YandexProfile): string | undefined {
  return default_avatar_id && is_avatar_empty !== true
    ? `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200`
    : undefined
}

/** The letter in its circle, as the rules for sign-in buttons of Yandex ID require. */
const icon: readonly LogoPart[] = [
  { color: '#FC3F1D', path: 'M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z' },
  {
    color: '#FFFFFF',
    path: 'M13.45 7.2h-1.02c-1.86 0-2.84.94-2.84 2.34 0 1.57.68 2.31 2.07 3.25l1.15.78-3.3 4.93H7.04L10 14.1c-1.7-1.22-2.66-2.4-2.66-4.42 0-2.51 1.75-4.23 5.08-4.23h3.3V18.5h-2.27z',
  },
]
