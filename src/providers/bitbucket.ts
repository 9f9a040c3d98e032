import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { fetchJson } from './quirks/fetch-json.js'

/** The user profile that Bitbucket returns. */
export interface BitbucketProfile {
  account_id: string
  uuid: string
  display_name: string
  nickname?: string
  links: { avatar: { href: string } }
  /** The primary e-mail address. */
  email?: string
  /** Whether the user has confirmed the address. */
  email_verified?: boolean | undefined
}

interface Addresses {
  values: { email: string; is_primary: boolean; is_confirmed: boolean }[]
}

const api = 'https://api.bitbucket.org/2.0/user'

/**
 * Signs in with Bitbucket.
 *
 * Register `/auth/callback/bitbucket` as the callback URL. Set `AUTH_BITBUCKET_ID` and
 * `AUTH_BITBUCKET_SECRET`.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/oauth-2/
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 */
export default function Bitbucket(
  options: OAuthUserConfig<BitbucketProfile> = {},
): OAuth2Config<BitbucketProfile> {
  return {
    id: 'bitbucket',
    name: 'Bitbucket',
    type: 'oauth',
    checks: ['state'],
    authorization: {
      url: 'https://bitbucket.org/site/oauth2/authorize',
      params: { scope: 'account email' },
    },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    userinfo: {
      url: api,
      async request({ tokens, fetch }) {
        const [profile, { values }] = await Promise.all([
          fetchJson<Profile>(fetch, api, tokens),
          // The consumer may not have the permission to read addresses.
          fetchJson<Addresses>(fetch, `${api}/emails`, tokens).catch(() => ({ values: [] })),
        ])
        const own = values.find(({ is_primary }) => is_primary)
        return { ...profile, email: own?.email, email_verified: own?.is_confirmed }
      },
    },
    profile: ({ account_id, uuid, display_name, nickname, email, links }) => ({
      id: account_id ?? uuid,
      name: display_name ?? nickname,
      email,
      image: links.avatar.href,
    }),
    style: { brandColor: '#0052CC', icon },
    options,
  }
}

const icon =
  'M.778 1.213a.768.768 0 00-.768.892l3.263 19.81c.084.5.515.868 1.022.873H19.95a.772.772 0 00.77-.646l3.27-20.03a.768.768 0 00-.768-.891zM14.52 15.53H9.522L8.17 8.466h7.561z'
