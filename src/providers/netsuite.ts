import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that your own RESTlet returns. */
export interface NetSuiteProfile {
  id: number
  name: string
  email?: string | null
  /** The id of the user's role. */
  role?: number
}

/** The options of the `NetSuite` provider. */
export interface NetSuiteOptions extends OAuthUserConfig<NetSuiteProfile> {
  /** The account id as it appears in host names, such as `1234567-sb1`. */
  accountId?: string | undefined
  /** The Auth.js name of `accountId`. */
  accountID?: string | undefined
  /**
   * The URL of a RESTlet that returns the current user of `N/runtime`. You can set `userinfo`
   * instead.
   */
  userinfoUrl?: string | undefined
  /** When NetSuite asks the user: `none`, `login`, `consent` or `login consent`. */
  prompt?: string | undefined
  /** Default `restlets rest_webservices`. */
  scope?: string | undefined
}

/**
 * Signs in with NetSuite. NetSuite has no user info endpoint, so you need a RESTlet in your
 * account.
 *
 * Register `/auth/callback/netsuite` as the redirect URI. Set `AUTH_NETSUITE_ID` and
 * `AUTH_NETSUITE_SECRET`. `accountId` defaults to `AUTH_NETSUITE_ACCOUNT_ID` and `userinfoUrl` to
 * `AUTH_NETSUITE_USERINFO_URL`.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771281570.html
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771733782.html
 */
export default function NetSuite(options: NetSuiteOptions = {}): OAuth2Config<NetSuiteProfile> {
  const { accountID, prompt, scope = 'restlets rest_webservices' } = options
  return {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    variables: { accountId: accountID, userinfoUrl: undefined },
    authorization: {
      url: 'https://{accountId}.app.netsuite.com/app/login/oauth2/authorize.nl',
      params: { scope, prompt },
    },
    token: 'https://{accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
    userinfo: '{userinfoUrl}',
    profile: ({ id, name, email }) => ({ id, name, email }),
    vouchesForEmail: false,
    style: { brandColor: '#181A1B' },
    options,
  }
}
