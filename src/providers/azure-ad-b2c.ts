import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Azure AD B2C: those that the user flow is set to return. */
export interface AzureADB2CProfile extends Profile {
  sub: string
  /** Id of the person in the directory. */
  oid?: string
  /** Addresses of the person, in place of `email`. */
  emails?: string[]
  /** Name of the user flow. */
  tfp?: string
}

/** What `AzureADB2C` is given. */
export interface AzureADB2COptions extends OIDCUserConfig<AzureADB2CProfile> {
  /** Name of the tenant: `acme` of `acme.onmicrosoft.com`. */
  tenant?: string | undefined
  /** Name of the user flow or custom policy, such as `B2C_1_signupsignin`. */
  policy?: string | undefined
}

/**
 * Signs in with Azure AD B2C. It takes no new customers since May 2025; Microsoft Entra External ID
 * is its successor.
 *
 * Redirect URI `/auth/callback/azure-ad-b2c`; client `AUTH_AZURE_AD_B2C_ID`,
 * `AUTH_AZURE_AD_B2C_SECRET`; `tenant` and `policy` are by default `AUTH_AZURE_AD_B2C_TENANT` and
 * `AUTH_AZURE_AD_B2C_POLICY`, and `issuer` (`AUTH_AZURE_AD_B2C_ISSUER`) takes their place: the
 * address of the policy's metadata up to `/v2.0`.
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
    // The metadata of a policy names the issuer of the tenant, which is not where the metadata is.
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

/** There is no access token without the scope of an API; the client's own id counts as one. */
function withApi(scope: string, clientId: string): string {
  const isThere = scope.includes('://') || scope.split(' ').includes(clientId)
  return isThere ? scope : `${scope} ${clientId}`
}
