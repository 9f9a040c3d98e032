import type { AdapterAccount, AdapterUser } from '../model/adapter.js'
import type { TokenSet, User } from '../model/records.js'

/** An account that someone has proven to own, and what is known of the person. */
export interface Candidate {
  /** As the provider described the person. */
  readonly user: User
  /** What the database keeps of the account. */
  readonly account: TokenSet & Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>
  /** Whether the provider vouches for the address of the user. */
  readonly isAddressProven: boolean
  /** Whether the application trusts the provider so far as to link by address. */
  readonly mayLinkByAddress: boolean
  /** Id of the user who asked to have the account linked. */
  readonly linkTo: string | undefined
}

/** The user whom an account belongs to from now on. */
export interface Settled {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/** What an account is found by, and nothing else: some adapters hand it to their database as it is. */
export function keysOf({ account }: Candidate): AccountKeys {
  return { provider: account.provider, providerAccountId: account.providerAccountId }
}

type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>
