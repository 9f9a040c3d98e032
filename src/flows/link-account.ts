import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { idOf } from '../store/user-id.js'
import type { AddressClaim } from './oauth/address-claim.js'

/** All that bears on whose an account is. */
export interface LinkFacts {
  /** The user who has the account already. */
  readonly owner: AdapterUser | null
  /** The user who, signed in, asked to have it linked. */
  readonly linkingUser: AdapterUser | null
  /** The user who has the address that the account came with. */
  readonly addressOwner: AdapterUser | null
  /** What the provider says about that address. */
  readonly addressClaim: AddressClaim
  /** Whether the application trusts the provider so far as to link by address. */
  readonly mayLinkByAddress: boolean
}

/** Why an account is not linked to the user who has its address. */
export type RefusalReason = 'linking-off' | 'provider-denies' | 'both-unproven'

/** What becomes of an account. */
export type LinkDecision =
  | { readonly kind: 'enter' | 'link' | 'take-over'; readonly user: AdapterUser }
  | { readonly kind: 'register' | 'refuse-account' }
  | { readonly kind: 'refuse-address'; readonly user: AdapterUser; readonly reason: RefusalReason }

/**
 * The decision table of account linking.
 *
 * | owner | linking user | user with the address, and provider        |                    |
 * | ----- | ------------ | ------------------------------------------ | ------------------ |
 * | yes   | none or same |                                            | enter as the owner |
 * | yes   | another      |                                            | refuse the account |
 * | no    | yes          |                                            | link to that user  |
 * | no    | no           | none                                       | register           |
 * | no    | no           | unproven, provider vouches                 | take the user over |
 * | no    | no           | proven, provider vouches, linking on       | link to the user   |
 * | no    | no           | proven, provider says nothing, linking on  | link to the user   |
 * | no    | no           | any other                                  | refuse the address |
 *
 * Being signed in does not link: a visitor who signs in with another account becomes its user. An
 * address links two accounts only when the application said so, one side has proven the address and
 * the provider does not deny it. A proven address beats an unproven one: what was there without proof
 * is removed.
 */
export function decideLink(facts: LinkFacts): LinkDecision {
  const { owner, linkingUser, addressOwner } = facts
  if (owner && linkingUser && !isSameUser(owner, linkingUser)) return { kind: 'refuse-account' }
  if (owner) return { kind: 'enter', user: owner }
  if (linkingUser) return { kind: 'link', user: linkingUser }
  if (!addressOwner) return { kind: 'register' }
  return decideByAddress(facts, addressOwner)
}

function decideByAddress(
  { addressClaim, mayLinkByAddress }: LinkFacts,
  user: AdapterUser,
): LinkDecision {
  const isProvenHere = hasProvenAddress(user)
  if (addressClaim === 'verified' && !isProvenHere) return { kind: 'take-over', user }
  if (!mayLinkByAddress) return { kind: 'refuse-address', user, reason: 'linking-off' }
  if (addressClaim === 'denied') return { kind: 'refuse-address', user, reason: 'provider-denies' }
  if (!isProvenHere) return { kind: 'refuse-address', user, reason: 'both-unproven' }
  return { kind: 'link', user }
}

export function isSameUser(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b)
}
