import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'
import { isTrue } from './quirks/is-true.js'

/** The claims of a person at Microsoft Entra ID. */
export interface MicrosoftEntraIDProfile extends Profile {
  sub: string
  /** Id of the person in all applications of the tenant. */
  oid?: string
  /** Id of the tenant. */
  tid: string
  /** Whether the owner of the domain has verified it; an optional claim of the app's registration. */
  xms_edov?: boolean | string
}

/** What `MicrosoftEntraID` is given. */
export interface MicrosoftEntraIDOptions extends OIDCUserConfig<MicrosoftEntraIDProfile> {
  /** Id or domain of a tenant, or `organizations`, `consumers` or `common`. Default `common`. */
  tenant?: string | undefined
}

/**
 * Signs in with Microsoft Entra ID: accounts of work, school and Microsoft itself.
 *
 * Redirect URI `/auth/callback/microsoft-entra-id`; client `AUTH_MICROSOFT_ENTRA_ID_ID`,
 * `AUTH_MICROSOFT_ENTRA_ID_SECRET`; `tenant` is by default `AUTH_MICROSOFT_ENTRA_ID_TENANT`, and
 * `issuer` (`AUTH_MICROSOFT_ENTRA_ID_ISSUER`) takes its place.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps
 */
export default function MicrosoftEntraID(
  options: MicrosoftEntraIDOptions = {},
): OIDCConfig<MicrosoftEntraIDProfile> {
  return {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    variables: { tenant: 'common', issuer: 'https://login.microsoftonline.com/{tenant}/v2.0' },
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
