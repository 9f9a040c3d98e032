import type { AdapterUser } from '../model/adapter.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { idOf } from '../store/user-id.js'
import type { AddressClaim } from './oauth/address-claim.js'

/** The facts that decide which user an account belongs to. */
export interface LinkFacts {
  /** The user who already has the account. */
  readonly owner: AdapterUser | null
  /** The signed-in user who requested the link. */
  readonly linkingUser: AdapterUser | null
  /** The user who has the account's e-mail address. */
  readonly addressOwner: AdapterUser | null
  /** What the provider says about that address. */
  readonly addressClaim: AddressClaim
  /** Whether the app trusts the provider enough to link accounts by address. */
  readonly mayLinkByAddress: boolean
  /** Whether the user with the address keeps what was added without a proof, as at Auth.js. */
  readonly keepsUnproven: boolean
}

/** Why an account is not linked to the user who has its address. */
export type RefusalReason = 'linking-off' | 'provider-denies' | 'may-not-vouch' | 'both-unproven'

/** What to do with an account. */
export type LinkDecision =
  | { readonly kind: 'enter' | 'link' | 'take-over' | 'prove-and-link'; readonly user: AdapterUser }
  | { readonly kind: 'register' | 'refuse-account' }
  | { readonly kind: 'refuse-address'; readonly user: AdapterUser; readonly reason: RefusalReason }

/**
 * The decision table for account linking.
 *
 * | owner | linking user | user with the address, and provider        | decision           |
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
 * Signing in with a second account while signed in switches users and does not link. An address
 * links two accounts only if the app allows it, one side has proven the address, and the provider
 * does not deny it. A proven address takes precedence over an unproven one. Everything that was
 * added without proof is removed.
 *
 * In the moving mode, users of Auth.js keep it, because Auth.js records no proof. A provider that
 * vouches for their address does not take them over. If linking is on, it proves the address.
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
  { addressClaim, mayLinkByAddress, keepsUnproven }: LinkFacts,
  user: AdapterUser,
): LinkDecision {
  const isProvenHere = hasProvenAddress(user)
  const isProvenNow = addressClaim === 'verified' && !isProvenHere
  if (isProvenNow && !keepsUnproven) return { kind: 'take-over', user }
  if (!mayLinkByAddress) return { kind: 'refuse-address', user, reason: 'linking-off' }
  if (addressClaim === 'denied') return { kind: 'refuse-address', user, reason: 'provider-denies' }
  if (isProvenHere) return { kind: 'link', user }
  if (isProvenNow) return { kind: 'prove-and-link', user }
  const reason = addressClaim === 'disbelieved' ? 'may-not-vouch' : 'both-unproven'
  return { kind: 'refuse-address', user, reason }
}

export function isSameUser(a: AdapterUser, b: AdapterUser): boolean {
  return idOf(a) === idOf(b)
}
