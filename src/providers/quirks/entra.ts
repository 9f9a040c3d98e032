import type { ProfileUser } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'
import { readFlag } from './read-flag.js'

/** The claims that Microsoft Entra ID sends about a user. */
export interface EntraProfile extends Profile {
  sub: string
  /** The user's id in all applications of the tenant. */
  oid?: string
  /** The id of the tenant. */
  tid: string
  /**
   * Whether the domain's owner has verified the e-mail address. This is an optional claim that you
   * enable in the app registration.
   */
  xms_edov?: boolean | string
}

/** The metadata for several tenants contains a placeholder instead of the tenant's id. */
export function expectTenantIssuer({ tid }: Profile, announced: string): string {
  return announced.replace('{tenantid}', String(tid))
}

/**
 * Maps the claims to a user. An address counts as verified only if the domain's owner has verified
 * it.
 */
export function toEntraUser(profile: EntraProfile): ProfileUser {
  const { sub, name, preferred_username, email, xms_edov } = profile
  return { id: sub, name: name ?? preferred_username, email, emailVerified: readFlag(xms_edov) }
}
