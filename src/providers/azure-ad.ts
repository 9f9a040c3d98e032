import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { isTrue } from './quirks/is-true.js'

/** The claims of a person at Azure Active Directory. */
export interface AzureADProfile extends Profile {
  sub: string
  /** Id of the person in all applications of the tenant. */
  oid?: string
  /** Id of the tenant. */
  tid: string
  /** Whether the owner of the domain has verified it; an optional claim of the app's registration. */
  xms_edov?: boolean | string
}

/** What `AzureAD` is given. */
export interface AzureADOptions extends OIDCUserConfig<AzureADProfile> {
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
export default function AzureAD(options: AzureADOptions = {}): OIDCConfig<AzureADProfile> {
  return {
    id: 'azure-ad',
    name: 'Azure Active Directory',
    type: 'oidc',
    variables: { tenantId: 'common', issuer: 'https://login.microsoftonline.com/{tenantId}/v2.0' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // With more than one tenant the metadata has a blank where the tenant's id belongs.
    expectedIssuer: ({ tid }, announced) => announced.replace('{tenantid}', String(tid)),
    profile: ({ sub, name, preferred_username, email, xms_edov }) => ({
      id: sub,
      name: name ?? preferred_username,
      email,
      emailVerified: isTrue(xms_edov),
    }),
    style: { brandColor: '#0072C6' },
    options,
  }
}
