import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Azure AD B2C sends about a user. The user flow decides which ones. */
export interface AzureADB2CProfile extends Profile {
  sub: string
  /** The user's id in the directory. */
  oid?: string
  /** The user's e-mail addresses. B2C sends these instead of `email`. */
  emails?: string[]
  /** The name of the user flow. */
  tfp?: string
}

/** The options of the `AzureADB2C` provider. */
export interface AzureADB2COptions extends OIDCUserConfig<AzureADB2CProfile> {
  /** The name of the tenant, such as `acme` for `acme.onmicrosoft.com`. */
  tenant?: string | undefined
  /** The name of the user flow or custom policy, such as `B2C_1_signupsignin`. */
  policy?: string | undefined
}

/**
 * Signs in with Azure AD B2C. It has not accepted new customers since May 2025. Its successor is
 * Microsoft Entra External ID.
 *
 * Register `/auth/callback/azure-ad-b2c` as the redirect URI. Set `AUTH_AZURE_AD_B2C_ID` and
 * `AUTH_AZURE_AD_B2C_SECRET`. `tenant` and `policy` default to `AUTH_AZURE_AD_B2C_TENANT` and
 * `AUTH_AZURE_AD_B2C_POLICY`. You can set `issuer` (`AUTH_AZURE_AD_B2C_ISSUER`) instead, which is
 * the URL of the policy's metadata up to `/v2.0`.
 *
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect
 * @see https://portal.azure.com/#view/Microsoft_AAD_B2CAdmin
 */
export default function AzureADB2C(options: AzureADB2COptions = {}): OIDCConfig<AzureADB2CProfile> {
  return {
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    type: 'oidc',
    variables: {
      tenant: undefined,
      policy: undefined,
      issuer: 'https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0',
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      params: { scope: 'openid offline_access' },
      request({ params, provider }) {
        const url = new URL(provider.authorization?.url ?? '')
        for (const [name, value] of Object.entries(params)) {
          url.searchParams.set(name, String(value))
        }
        url.searchParams.set('scope', withApi(params.scope ?? '', provider.clientId ?? ''))
        return url
      },
    },
    // A policy's metadata announces the tenant's issuer, which differs from the URL of the
    // metadata.
    expectedIssuer: (_claims, announced) => announced,
    profile: ({ sub, name, given_name, family_name, preferred_username, emails, email }) => ({
      id: sub,
      name: name || [given_name, family_name].filter(Boolean).join(' ') || preferred_username,
      email: emails?.[0] ?? email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#0072C6' },
    options,
  }
}

/**
 * B2C issues an access token only for the scope of an API. The client's own id counts as such a
 * scope.
 */
function withApi(scope: string, clientId: string): string {
  const isThere = scope.includes('://') || scope.split(' ').includes(clientId)
  return isThere ? scope : `${scope} ${clientId}`
}
