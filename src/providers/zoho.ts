import type { OAuth2Config, OAuthUserConfig, PrepareRequest } from '../model/oauth.js'

/** A person at Zoho. */
export interface ZohoProfile {
  ZUID: number
  First_Name?: string
  Last_Name?: string
  Display_Name?: string
  Email?: string
}

/** What `Zoho` is given. */
export interface ZohoOptions extends OAuthUserConfig<ZohoProfile> {
  /** Where the client is registered: `com`, `eu`, `in`, `com.au`, `jp`, … Default `com`. */
  region?: string | undefined
}

/**
 * Signs in with Zoho, in the data centre that a person's account lives in.
 *
 * Redirect URI `/auth/callback/zoho`; client `AUTH_ZOHO_ID`, `AUTH_ZOHO_SECRET`; `region` is by
 * default `AUTH_ZOHO_REGION`.
 *
 * @see https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html
 * @see https://api-console.zoho.com
 */
export default function Zoho(options: ZohoOptions = {}): OAuth2Config<ZohoProfile> {
  return {
    id: 'zoho',
    name: 'Zoho',
    type: 'oauth',
    variables: { region: 'com' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://accounts.zoho.{region}/oauth/v2/auth',
      // Separated by commas.
      params: { scope: 'AaaServer.profile.READ' },
    },
    token: { url: 'https://accounts.zoho.{region}/oauth/v2/token', prepare: goHome },
    userinfo: { url: 'https://accounts.zoho.{region}/oauth/user/info', prepare: goHome },
    profile: ({ ZUID, Display_Name, First_Name, Last_Name, Email }) => ({
      id: ZUID,
      name: Display_Name || [First_Name, Last_Name].filter(Boolean).join(' '),
      email: Email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#E42527' },
    options,
  }
}

const home =
  /^https:\/\/(accounts\.(?:zoho\.(?:com|eu|in|com\.au|jp|sa|com\.cn|uk)|zohocloud\.ca))\/?$/

/** The callback names the data centre; through the browser, so only those that we know count. */
const goHome: PrepareRequest = ({ url }, { params }) => {
  const hostname = home.exec(params['accounts-server'] ?? '')?.[1]
  return hostname === undefined
    ? undefined
    : { url: `https://${hostname}${url.pathname}${url.search}` }
}
