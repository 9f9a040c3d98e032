import type { AdapterUser } from '../model/adapter.js'
import type { User } from '../model/records.js'
import type { NewAccount } from '../store/account-keys.js'
import type { AccountEvidence } from '../store/confirm-account.js'
import type { SignInStart } from '../store/sessions.js'
import type { AddressClaim } from './oauth/address-claim.js'

/** An account that a visitor has proven to own, and what is known of the person. */
export interface VerifiedAccount {
  /** As the provider described the person. */
  readonly user: User
  /** What the database keeps of the account. */
  readonly account: NewAccount
  /** What the provider says about the user's address. */
  readonly addressClaim: AddressClaim
  /** Whether the application trusts the provider so far as to link by address. */
  readonly mayLinkByAddress: boolean
  /** Id of the user who asked to have the account linked. */
  readonly linkTo: string | undefined
  readonly start: SignInStart
}

/** The user whom an account belongs to, and what the session is going to rest on. */
export interface ResolvedUser {
  readonly user: AdapterUser
  readonly isNewUser: boolean
  /** Undefined for a proof that no account stands for. */
  readonly evidence: AccountEvidence | undefined
}
