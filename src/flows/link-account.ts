import type { AdapterUser } from '../model/adapter.js'
import { idOf } from '../session/user-id.js'
import { hasProvenAddress } from './proven-address.js'

/** All that bears on whose an account is. */
export interface LinkFacts {
  /** The user who has the account already. */
  readonly owner: AdapterUser | null
  /** The user who, signed in, asked to have it linked. */
  readonly asker: AdapterUser | null
  /** The user who has the address that the account came with. */
  readonly namesake: AdapterUser | null
  /** Whether the provider vouches for that address. */
  readonly isAddressProven: boolean
  /** Whether the application trusts the provider so far as to link by address. */
  readonly mayLinkByAddress: boolean
}

/** What becomes of an account. */
export type LinkDecision =
  | { readonly kind: 'enter' | 'link'; readonly user: AdapterUser }
  | { readonly kind: 'register' }
  | { readonly kind: 'refuse'; readonly because: 'account-taken' | 'address-taken' }

/**
 * The decision table of account linking.
 *
 * | owner | asker        | namesake                        |                        |
 * | ----- | ------------ | ------------------------------- | ---------------------- |
 * | yes   | none or same |                                 | enter as the owner     |
 * | yes   | another      |                                 | refuse: account taken  |
 * | no    | yes          |                                 | link to the asker      |
 * | no    | no           | none                            | register               |
 * | no    | no           | both proven, and linking is on  | link to the namesake   |
 * | no    | no           | anyone else                     | refuse: address taken  |
 *
 * Being signed in is not a wish to link: who signs in with another account becomes its user. An
 * address links two accounts only when both sides have proven it and the application said so.
 */
export function decideLink(facts: LinkFacts): LinkDecision {
  const { owner, asker, namesake } = facts
  if (owner && asker && !isSameUser(owner, asker)) {
    return { kind: 'refuse', because: 'account-taken' }
  }
  if (owner) return { kind: 'enter', user: owner }
  if (asker) return { kind: 'link', user: asker }
  if (!namesake) return { kind: 'register' }
  const isProven = facts.isAddressProven && hasProvenAddress(namesake)
  return isProven && facts.mayLinkByAddress
    ? { kind: 'link', user: namesake }
    : { kind: 'refuse', because: 'address-taken' }
}

export function isSameUser(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b)
}
