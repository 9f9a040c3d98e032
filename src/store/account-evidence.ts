import type { AdapterAccount } from '../model/adapter.js'
import type { NewAccount } from './account-keys.js'

/**
 * The account that a user signed in with, and the user that it belonged to. A session depends on
 * both.
 */
export interface AccountEvidence {
  readonly account: NewAccount
  readonly userId: string
  /** Whether this sign-in linked the account. */
  readonly isNew: boolean
  /**
   * Whether the account created its user without a proof of the address. A later proof evicts it.
   */
  readonly isUnprovenSignUp: boolean
  /** The issuer of this sign-in. Only an account at an OAuth provider has one. */
  readonly issuer?: IssuerEvidence | undefined
  /**
   * The digest of the tokens that were stored when the sign-in began to wait for a second factor. If
   * others are stored by now, those stay.
   */
  readonly tokensBefore?: string | undefined
}

/** How a stored account shows that it belongs to another issuer than the one of this sign-in. */
export interface IssuerEvidence {
  /** Whether the issuer may have issued a stored ID token. Undefined if the token is unreadable. */
  readonly hasIssued: (idToken: string) => boolean | undefined
  /** Whether the app's config names the issuer, so that it can change while the id stays. */
  readonly isChosenByApp: boolean
}

/** Why an account can no longer sign in. */
export type LostAccount =
  'removed' | 'address-proven' | 'other-id' | 'other-issuer' | 'other-token-issuer'

/** An account as the adapter returned it, if it did. */
export type StoredAccount = AdapterAccount | null | undefined | void
