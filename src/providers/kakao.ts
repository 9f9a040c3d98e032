import type { LogoPart, OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that Kakao returns. The app's consent items decide what it contains. */
export interface KakaoProfile {
  id: number
  kakao_account?: {
    name?: string
    email?: string
    /** False if another account has taken over the address. */
    is_email_valid?: boolean
    is_email_verified?: boolean
    profile?: {
      nickname?: string
      profile_image_url?: string
      thumbnail_image_url?: string
    }
  }
}

/**
 * Signs in with Kakao. Every scope must be a consent item of the app. Otherwise Kakao refuses the
 * request with KOE205.
 *
 * Register `/auth/callback/kakao` as the redirect URI. Set the REST API key as `AUTH_KAKAO_ID` and
 * the client secret as `AUTH_KAKAO_SECRET`.
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 * @see https://developers.kakao.com/console/app
 */
export default function Kakao(
  options: OAuthUserConfig<KakaoProfile> = {},
): OAuth2Config<KakaoProfile> {
  return {
    id: 'kakao',
    name: 'Kakao',
    type: 'oauth',
    scopeSeparator: ',',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://kauth.kakao.com/oauth/authorize',
      params: { scope: 'profile_nickname,profile_image,account_email' },
    },
    token: 'https://kauth.kakao.com/oauth/token',
    userinfo: 'https://kapi.kakao.com/v2/user/me',
    profile: ({ id, kakao_account: account }) => ({
      id,
      name: account?.profile?.nickname || account?.name,
      email: account?.email,
      image: account?.profile?.profile_image_url || account?.profile?.thumbnail_image_url,
      emailVerified: readBoth(account?.is_email_valid, account?.is_email_verified),
    }),
    style: { brandColor: '#FEE500', icon },
    options,
  }
}

/** One refusal is enough to deny the address. Both flags are needed to verify it. */
function readBoth(isValid: unknown, isVerified: unknown): boolean | null {
  const flags = [readFlag(isValid), readFlag(isVerified)]
  if (flags.includes(false)) return false
  return flags.includes(null) ? null : true
}

/** The bubble on its ground, as the rules for Kakao's sign-in buttons require. */
const icon: readonly LogoPart[] = [
  {
    color: '#FEE500',
    path: 'M4 0h16a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z',
  },
  {
    color: '#000000',
    path: 'M12 5c-4.42 0-8 2.8-8 6.25 0 2.23 1.5 4.18 3.75 5.29l-.77 2.83c-.07.25.22.45.43.3l3.37-2.24c.4.04.8.07 1.22.07 4.42 0 8-2.8 8-6.25S16.42 5 12 5z',
  },
]
