import type { AdapterUser } from '../model/adapter.js'
import type { LinkAccountEvent } from '../model/events.js'
import type { User } from '../model/records.js'
import type { NewAccount } from '../store/account-keys.js'
import type { AccountEvidence, IssuerEvidence } from '../store/account-evidence.js'
import type { SignInStart } from '../store/sessions.js'
import type { AddressClaim } from './oauth/address-claim.js'

/** An account that a visitor has proven to own, and what is known about the person. */
export interface VerifiedAccount {
  /** The person as the provider described them. */
  readonly user: User
  /** The account's columns in the database. */
  readonly account: NewAccount
  /** How a stored account is compared with the issuer. */
  readonly issuer: IssuerEvidence
  /** What the provider says about the user's address. */
  readonly addressClaim: AddressClaim
  /** Whether the app trusts the provider enough to link accounts by address. */
  readonly mayLinkByAddress: boolean
  /** Id of the user who requested the link. */
  readonly linkTo: string | undefined
  readonly start: SignInStart
}

/** The user that an account belongs to, and what the session depends on. */
export interface ResolvedUser {
  readonly user: AdapterUser
  readonly isNewUser: boolean
  /** Undefined if the proof does not come from an account. */
  readonly evidence: AccountEvidence | undefined
  /** The event about an account that was linked to an existing user. It is not emitted yet. */
  readonly newLink?: LinkAccountEvent | undefined
}
