import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { idOf } from '../store/user-id.js'

/** All that bears on whose an account is. */
export interface LinkFacts {
  /** The user who has the account already. */
  readonly owner: AdapterUser | null
  /** The user who, signed in, asked to have it linked. */
  readonly asker: AdapterUser | null
  /** The user who has the address that the account came with. */
  readonly addressOwner: AdapterUser | null
  /** Whether the provider vouches for that address. */
  readonly isAddressProven: boolean
  /** Whether the application trusts the provider so far as to link by address. */
  readonly mayLinkByAddress: boolean
}

/** What becomes of an account. */
export type LinkDecision =
  | { readonly kind: 'enter' | 'link' | 'take-over'; readonly user: AdapterUser }
  | { readonly kind: 'register' | 'refuse-account' }
  | { readonly kind: 'refuse-address'; readonly user: AdapterUser }

/**
 * The decision table of account linking.
 *
 * | owner | asker        | user who has the address            |                          |
 * | ----- | ------------ | ----------------------------------- | ------------------------ |
 * | yes   | none or same |                                     | enter as the owner       |
 * | yes   | another      |                                     | refuse the account       |
 * | no    | yes          |                                     | link to the asker        |
 * | no    | no           | none                                | register                 |
 * | no    | no           | not proven, the provider vouches    | take the user over       |
 * | no    | no           | both proven, and linking is on      | link to the user         |
 * | no    | no           | any other                           | refuse the address       |
 *
 * Being signed in does not link: a visitor who signs in with another account becomes its user. An
 * address links two accounts only when both sides have proven it and the application said so. A
 * proven address beats an unproven one: what was there without proof is removed.
 */
export function decideLink(facts: LinkFacts): LinkDecision {
  const { owner, asker, addressOwner, isAddressProven } = facts
  if (owner && asker && !isSameUser(owner, asker)) return { kind: 'refuse-account' }
  if (owner) return { kind: 'enter', user: owner }
  if (asker) return { kind: 'link', user: asker }
  if (!addressOwner) return { kind: 'register' }
  if (isAddressProven && !hasProvenAddress(addressOwner)) {
    return { kind: 'take-over', user: addressOwner }
  }
  const kind = isAddressProven && facts.mayLinkByAddress ? 'link' : 'refuse-address'
  return { kind, user: addressOwner }
}

export function isSameUser(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b)
}
