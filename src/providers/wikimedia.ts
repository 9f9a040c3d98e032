import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The user profile that Wikimedia returns. */
export interface WikimediaProfile {
  sub: number
  username: string
  realname?: string
  /** Present only if the consumer's grants include it. */
  email?: string
  confirmed_email?: boolean
  blocked?: boolean
  groups?: string[]
}

/** The options of the `Wikimedia` provider. */
export interface WikimediaOptions extends OAuthUserConfig<WikimediaProfile> {
  /** The REST API of another MediaWiki. Default `https://meta.wikimedia.org/w/rest.php`. */
  restBase?: string | undefined
}

/**
 * Signs in with Wikimedia (Wikipedia accounts) or another MediaWiki.
 *
 * Register `/auth/callback/wikimedia` as the callback URL. Set `AUTH_WIKIMEDIA_ID` and
 * `AUTH_WIKIMEDIA_SECRET`. `restBase` defaults to `AUTH_WIKIMEDIA_REST_BASE`.
 *
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers
 * @see https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2
 */
export default function Wikimedia(options: WikimediaOptions = {}): OAuth2Config<WikimediaProfile> {
  return {
    id: 'wikimedia',
    name: 'Wikimedia',
    type: 'oauth',
    variables: { restBase: 'https://meta.wikimedia.org/w/rest.php' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { url: '{restBase}/oauth2/authorize', params: { scope: '' } },
    token: '{restBase}/oauth2/access_token',
    userinfo: '{restBase}/oauth2/resource/profile',
    profile: ({ sub, username, realname, email, confirmed_email }) => ({
      id: sub,
      name: username || realname,
      email,
      emailVerified: readFlag(confirmed_email),
    }),
    // Another MediaWiki confirms every address if `$wgEmailAuthentication` is off.
    vouchesForEmail: ['https://meta.wikimedia.org'],
    style: { brandColor: '#006699', icon },
    options,
  }
}

const icon =
  'M20.074 3.126C22.486 5.321 24 8.485 24 12c0 6.623-5.377 12-12 12S0 18.623 0 12c0-3.515 1.514-6.679 3.926-8.874l2.265 2.265C4.358 7.005 3.2 9.368 3.2 12c0 4.857 3.943 8.8 8.8 8.8s8.8-3.943 8.8-8.8c0-2.632-1.158-4.995-2.991-6.609zm-3.399 3.399C18.22 7.846 19.2 9.81 19.2 12c0 3.703-2.802 6.757-6.4 7.156V10.4zM11.2 19.156C7.602 18.757 4.8 15.703 4.8 12c0-2.19.98-4.154 2.525-5.475L11.2 10.4zM12 0c2.208 0 4 1.792 4 4s-1.792 4-4 4-4-1.792-4-4 1.792-4 4-4'
