import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameParams } from './quirks/rename-params.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** A person at Azure DevOps. */
export interface AzureDevOpsProfile {
  id: string
  displayName: string
  emailAddress?: string
  publicAlias?: string
}

/** The secret is the client's proof, and the code, or the refresh token, what it vouches for. */
const names = {
  client_id: undefined,
  client_secret: 'client_assertion',
  code: 'assertion',
  refresh_token: 'assertion',
}

/**
 * Signs in with Azure DevOps. It is deprecated and takes no new apps: use Microsoft Entra ID.
 *
 * Callback URL `/auth/callback/azure-devops`, which must be https; app id `AUTH_AZURE_DEVOPS_ID`,
 * client secret `AUTH_AZURE_DEVOPS_SECRET`. The scopes are those of the app.
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
      // It calls the type `jwt-bearer`.
      conform: reshapeAnswer((answer) => ({ ...answer, token_type: 'bearer' })),
    },
    // The picture is left out: it comes as data, which is too much for a session.
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
