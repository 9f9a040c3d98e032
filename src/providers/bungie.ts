import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at Bungie.net. */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string
      uniqueName: string
      displayName: string
      /** Path of the picture on the site. */
      profilePicturePath?: string
    }
  }
}

/** What `Bungie` is given. */
export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** Key of the application, which goes with every call besides the token. */
  apiKey?: string | undefined
}

const site = 'https://www.bungie.net'

/**
 * Signs in with Bungie.net, which tells no e-mail address. Scopes are set on the application.
 *
 * Redirect URL `/auth/callback/bungie`; client `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`; `apiKey` is
 * by default `AUTH_BUNGIE_API_KEY`.
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
        // Variables stand in addresses; this one belongs into a header.
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
