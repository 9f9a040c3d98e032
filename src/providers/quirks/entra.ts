import type { ProfileUser } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'
import { isTrue } from './is-true.js'

/** The claims of a person at Microsoft Entra ID, under whichever name it goes. */
export interface EntraProfile extends Profile {
  sub: string
  /** Id of the person in all applications of the tenant. */
  oid?: string
  /** Id of the tenant. */
  tid: string
  /** Whether the owner of the domain has verified it; an optional claim of the app's registration. */
  xms_edov?: boolean | string
}

/** With more than one tenant the metadata has a blank where the tenant's id belongs. */
export function expectTenantIssuer({ tid }: Profile, announced: string): string {
  return announced.replace('{tenantid}', String(tid))
}

/** The person behind the claims; an address counts only where the domain's owner has verified it. */
export function toEntraUser(profile: EntraProfile): ProfileUser {
  const { sub, name, preferred_username, email, xms_edov } = profile
  return { id: sub, name: name ?? preferred_username, email, emailVerified: isTrue(xms_edov) }
}
