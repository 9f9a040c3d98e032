import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import { expectTenantIssuer, toEntraUser, type EntraProfile } from './quirks/entra.js'
import { microsoftLogo } from './quirks/microsoft-logo.js'

export type { EntraProfile as AzureADProfile } from './quirks/entra.js'

/** The options of the `AzureAD` provider. */
export interface AzureADOptions extends OIDCUserConfig<EntraProfile> {
  /**
   * The id or domain of a tenant, or `organizations`, `consumers` or `common`. Default `common`.
   */
  tenantId?: string | undefined
}

/**
 * Signs in with Azure Active Directory. This is the old name of Microsoft Entra ID. Use
 * `microsoft-entra-id` in a new app, and this provider to keep the accounts of an old app.
 *
 * Register `/auth/callback/azure-ad` as the redirect URI. Set `AUTH_AZURE_AD_ID` and
 * `AUTH_AZURE_AD_SECRET`. `tenantId` defaults to `AUTH_AZURE_AD_TENANT_ID`. You can set `issuer`
 * (`AUTH_AZURE_AD_ISSUER`) instead.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps
 */
export default function AzureAD(options: AzureADOptions = {}): OIDCConfig<EntraProfile> {
  return {
    id: 'azure-ad',
    name: 'Azure Active Directory',
    type: 'oidc',
    variables: { tenantId: 'common', issuer: 'https://login.microsoftonline.com/{tenantId}/v2.0' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    expectedIssuer: expectTenantIssuer,
    profile: toEntraUser,
    style: { brandColor: '#0072C6', icon: microsoftLogo },
    options,
  }
}
