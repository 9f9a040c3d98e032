import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at NetSuite, as a script of the account's own describes them. */
export interface NetSuiteProfile {
  id: number
  name: string
  email?: string | null
  /** Id of the role that the person is in. */
  role?: number
}

/** What `NetSuite` is given. */
export interface NetSuiteOptions extends OAuthUserConfig<NetSuiteProfile> {
  /** Id of the account as it stands in its host names, such as `1234567-sb1`. */
  accountId?: string | undefined
  /** The same by the name that Auth.js has for it. */
  accountID?: string | undefined
  /** Address of a RESTlet that answers with the current user of `N/runtime`; or give `userinfo`. */
  userinfoUrl?: string | undefined
  /** When to ask the person: `none`, `login`, `consent` or `login consent`. */
  prompt?: string | undefined
  /** Default `restlets rest_webservices`. */
  scope?: string | undefined
}

/**
 * Signs in with NetSuite, which has no user info: a RESTlet in the account stands in for it.
 *
 * Redirect URI `/auth/callback/netsuite`; client `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`;
 * `accountId` is by default `AUTH_NETSUITE_ACCOUNT_ID`, `userinfoUrl` `AUTH_NETSUITE_USERINFO_URL`.
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
