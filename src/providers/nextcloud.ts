import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { fetchJson } from './quirks/fetch-json.js'

/** The user profile that a Nextcloud server returns. */
export interface NextcloudProfile {
  ocs: {
    data: {
      /**
       * The user name. There is no other id, and an administrator can give it to another person after
       * the user is deleted.
       */
      id: string
      displayname?: string
      /** The name of this member on older servers. */
      'display-name'?: string
      email?: string | null
      groups?: string[]
      language?: string
    }
  }
  /** The URL of the picture. The provider builds it, because the server does not send it. */
  avatar_url: string
}

/**
 * Signs in with a Nextcloud server. `issuer` is the server's URL. Nextcloud has no scopes, so the
 * token has all of the user's permissions. For a server without pretty URLs, set `authorization`
 * and `token` to URLs with `/index.php` before `/apps`.
 *
 * Register `/auth/callback/nextcloud` as the redirection URI. Set `AUTH_NEXTCLOUD_ID` and
 * `AUTH_NEXTCLOUD_SECRET`. `issuer` defaults to `AUTH_NEXTCLOUD_ISSUER`.
 *
 * @see https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export default function Nextcloud(
  options: OAuthUserConfig<NextcloudProfile> = {},
): OAuth2Config<NextcloudProfile> {
  return {
    id: 'nextcloud',
    name: 'Nextcloud',
    type: 'oauth',
    checks: ['state'],
    variables: { issuer: undefined },
    authorization: { url: '{issuer}/apps/oauth2/authorize', params: { scope: '' } },
    token: '{issuer}/apps/oauth2/api/v1/token',
    userinfo: {
      url: '{issuer}/ocs/v2.php/cloud/user',
      params: { format: 'json' },
      async request({ tokens, fetch, provider }) {
        const url = provider.userinfo?.url ?? ''
        const headers = { 'ocs-apirequest': 'true' }
        const answer = await fetchJson<NextcloudProfile>(fetch, url, tokens, headers)
        const picture = `index.php/avatar/${encodeURIComponent(answer.ocs.data.id)}/512`
        return { ...answer, avatar_url: new URL(`../../../${picture}`, url).href }
      },
    },
    profile: ({ ocs: { data }, avatar_url }) => ({
      id: data.id,
      name: data.displayname || data['display-name'],
      email: data.email,
      image: avatar_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0082C9', icon },
    options,
  }
}

const icon =
  'M12.018 6.537c-2.5 0-4.6 1.712-5.241 4.015-.56-1.232-1.793-2.105-3.225-2.105A3.569 3.569 0 0 0 0 12a3.569 3.569 0 0 0 3.552 3.553c1.432 0 2.664-.874 3.224-2.106.641 2.304 2.742 4.016 5.242 4.016 2.487 0 4.576-1.693 5.231-3.977.569 1.21 1.783 2.067 3.198 2.067A3.568 3.568 0 0 0 24 12a3.569 3.569 0 0 0-3.553-3.553c-1.416 0-2.63.858-3.199 2.067-.654-2.284-2.743-3.978-5.23-3.977zm0 2.085c1.878 0 3.378 1.5 3.378 3.378 0 1.878-1.5 3.378-3.378 3.378A3.362 3.362 0 0 1 8.641 12c0-1.878 1.5-3.378 3.377-3.378zm-8.466 1.91c.822 0 1.467.645 1.467 1.468s-.644 1.467-1.467 1.468A1.452 1.452 0 0 1 2.085 12c0-.823.644-1.467 1.467-1.467zm16.895 0c.823 0 1.468.645 1.468 1.468s-.645 1.468-1.468 1.468A1.452 1.452 0 0 1 18.98 12c0-.823.644-1.467 1.467-1.467z'
