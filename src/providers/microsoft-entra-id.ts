import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import { expectTenantIssuer, toEntraUser, type EntraProfile } from './quirks/entra.js'
import { microsoftLogo } from './quirks/microsoft-logo.js'

export type { EntraProfile as MicrosoftEntraIDProfile } from './quirks/entra.js'

/** The options of the `MicrosoftEntraID` provider. */
export interface MicrosoftEntraIDOptions extends OIDCUserConfig<EntraProfile> {
  /**
   * The id or domain of a tenant, or `organizations`, `consumers` or `common`. Default `common`.
   */
  tenant?: string | undefined
}

/**
 * Signs in with Microsoft Entra ID, with work, school and personal Microsoft accounts.
 *
 * Register `/auth/callback/microsoft-entra-id` as the redirect URI. Set
 * `AUTH_MICROSOFT_ENTRA_ID_ID` and `AUTH_MICROSOFT_ENTRA_ID_SECRET`. `tenant` defaults to
 * `AUTH_MICROSOFT_ENTRA_ID_TENANT`. You can set `issuer` (`AUTH_MICROSOFT_ENTRA_ID_ISSUER`)
 * instead.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps
 */
export default function MicrosoftEntraID(
  options: MicrosoftEntraIDOptions = {},
): OIDCConfig<EntraProfile> {
  return {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    variables: { tenant: 'common', issuer: 'https://login.microsoftonline.com/{tenant}/v2.0' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    expectedIssuer: expectTenantIssuer,
    profile: toEntraUser,
    style: { brandColor: '#0072C6', icon: microsoftLogo },
    options,
  }
}
