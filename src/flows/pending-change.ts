import type { AdapterUser } from '../model/adapter.js'
import type { NewPassword } from '../model/password.js'
import type { User } from '../model/records.js'
import type { NewAccount } from '../store/account-keys.js'
import type { AddressClaim } from './oauth/address-claim.js'
import type { ResolvedUser } from './verified-account.js'

/**
 * What a sign-in changes about an existing user. It must survive JSON, because it waits in a cookie
 * until the second factor was proven.
 */
export type PendingChange = AccountLink | ConfirmedAddress | PasswordChange

/** An account is linked to the user who has its address. */
export interface AccountLink {
  readonly kind: 'link'
  /** The person as the provider described them. */
  readonly user: User
  readonly account: NewAccount
  readonly addressClaim: AddressClaim
  readonly mayLinkByAddress: boolean
}

/** A user proves the address, or proves it again. */
export interface ConfirmedAddress {
  readonly kind: 'address'
  readonly email: string
  /** Whether the proof is written already. The address must still be that of the user. */
  readonly isDone?: boolean | undefined
  /** Whether the user had not proven the address before. */
  readonly isUnproven?: boolean | undefined
}

/** A change that the flows for passwords make. */
export type PasswordChange = ChosenPassword | ForcedPassword | ProvenAddress

/** The reader of a mail has chosen a password. The link is used up with the change. */
export interface ChosenPassword {
  readonly kind: 'chosen-password'
  readonly link: PendingLink
  readonly password: NewPassword
  readonly userName: string | undefined
}

/** A user who had to change the password has chosen a new one. */
export interface ForcedPassword {
  readonly kind: 'forced-password'
  readonly password: NewPassword
  readonly expectedStamp: string
  /** The link with which the user has proven the address, if they had to. */
  readonly link?: PendingLink | undefined
}

/** A user who knows the password has proven the address. The link is used up with the change. */
export interface ProvenAddress {
  readonly kind: 'proven-address'
  readonly link: PendingLink
}

/** A mailed link as a browser brings it back. */
export interface PendingLink {
  readonly email: string
  readonly token: string
  readonly userId?: string | undefined
}

/** A change, and the user as they are before it. */
export interface FoundChange {
  readonly user: AdapterUser
  readonly change: PendingChange
}

/** The user after a change. */
export interface AppliedChange extends ResolvedUser {
  /** The moment from which the sign-in counts, if the change has ended all other sessions. */
  readonly restartedAt?: number | undefined
}
