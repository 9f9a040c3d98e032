import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Bungie.net returns. */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string
      uniqueName: string
      displayName: string
      /** The path of the picture on the site. */
      profilePicturePath?: string
    }
  }
}

/** The options of the `Bungie` provider. */
export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** The API key of the application. Every request except the token request needs it. */
  apiKey?: string | undefined
}

const site = 'https://www.bungie.net'

/**
 * Signs in with Bungie.net. It does not provide e-mail addresses. Scopes are set on the
 * application.
 *
 * Register `/auth/callback/bungie` as the redirect URL. Set `AUTH_BUNGIE_ID` and
 * `AUTH_BUNGIE_SECRET`. `apiKey` defaults to `AUTH_BUNGIE_API_KEY`.
 *
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 * @see https://www.bungie.net/en/Application
 */
export default function Bungie(options: BungieOptions = {}): OAuth2Config<BungieProfile> {
  return {
    id: 'bungie',
    name: 'Bungie.net',
    type: 'oauth',
    variables: { apiKey: undefined },
    checks: ['state'],
    authorization: { url: `${site}/en/OAuth/Authorize`, params: { scope: '', reauth: 'true' } },
    token: `${site}/platform/app/oauth/token/`,
    userinfo: {
      url: `${site}/Platform/User/GetMembershipsForCurrentUser/?apiKey={apiKey}`,
      prepare({ url }) {
        // Provider variables are inserted into URLs, but this one belongs in a header.
        const asked = new URL(url)
        asked.searchParams.delete('apiKey')
        return { url: asked, headers: { 'x-api-key': url.searchParams.get('apiKey') ?? undefined } }
      },
    },
    profile: ({ Response: { bungieNetUser: user } }) => ({
      id: user.membershipId,
      name: user.displayName || user.uniqueName,
      image: user.profilePicturePath && `${site}${user.profilePicturePath}`,
    }),
    style: { brandColor: '#0075BB' },
    options,
  }
}
