import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import { expectTenantIssuer, toEntraUser, type EntraProfile } from './quirks/entra.js'

export type { EntraProfile as AzureADProfile } from './quirks/entra.js'

/** What `AzureAD` is given. */
export interface AzureADOptions extends OIDCUserConfig<EntraProfile> {
  /** Id or domain of a tenant, or `organizations`, `consumers` or `common`. Default `common`. */
  tenantId?: string | undefined
}

/**
 * Signs in with Azure Active Directory. That is the old name of Microsoft Entra ID: a new app takes
 * `microsoft-entra-id`, and this one keeps the accounts of an old app.
 *
 * Redirect URI `/auth/callback/azure-ad`; client `AUTH_AZURE_AD_ID`, `AUTH_AZURE_AD_SECRET`;
 * `tenantId` is by default `AUTH_AZURE_AD_TENANT_ID`, and `issuer` (`AUTH_AZURE_AD_ISSUER`) takes
 * its place.
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
    style: { brandColor: '#0072C6' },
    options,
  }
}
