import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameParams } from './quirks/rename-params.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that Azure DevOps returns. */
export interface AzureDevOpsProfile {
  id: string
  displayName: string
  emailAddress?: string
  publicAlias?: string
}

/**
 * Azure DevOps expects the client secret as a client assertion, and the code or refresh token as
 * the assertion.
 */
const names = {
  client_id: undefined,
  client_secret: 'client_assertion',
  code: 'assertion',
  refresh_token: 'assertion',
}

/**
 * Signs in with Azure DevOps. It is deprecated and does not accept new apps. Use Microsoft Entra ID
 * instead.
 *
 * Register `/auth/callback/azure-devops` as the callback URL, which must use https. Set the app id
 * as `AUTH_AZURE_DEVOPS_ID` and the client secret as `AUTH_AZURE_DEVOPS_SECRET`. You choose the
 * scopes in the app's settings.
 *
 * @see https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/oauth
 * @see https://app.vsaex.visualstudio.com/app/register
 */
export default function AzureDevOps(
  options: OAuthUserConfig<AzureDevOpsProfile> = {},
): OAuth2Config<AzureDevOpsProfile> {
  return {
    id: 'azure-devops',
    name: 'Azure DevOps',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
      params: { response_type: 'Assertion', scope: 'vso.profile' },
    },
    token: {
      url: 'https://app.vssps.visualstudio.com/oauth2/token',
      prepare({ body }) {
        if (body.has('code')) {
          body.set('grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        }
        body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
        return { body: renameParams(body, names) }
      },
      // Azure DevOps sends the token type `jwt-bearer`.
      conform: reshapeAnswer((answer) => ({ ...answer, token_type: 'bearer' })),
    },
    // The picture is left out, because it comes as image data, which is too large for a session.
    userinfo: {
      url: 'https://app.vssps.visualstudio.com/_apis/profile/profiles/me',
      params: { 'api-version': '6.0' },
    },
    profile: ({ id, displayName, emailAddress }) => ({
      id,
      name: displayName,
      email: emailAddress,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0078D7' },
    options,
  }
}
