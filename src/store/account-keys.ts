import type { AdapterAccount } from '../model/adapter.js'
import type { TokenSet } from '../model/records.js'

/** What an account is found by, and nothing else: some adapters hand it to their database as it is. */
export type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** An account that has no user yet. */
export type NewAccount = TokenSet & Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>

export function keysOf({ provider, providerAccountId }: AccountKeys): AccountKeys {
  return { provider, providerAccountId }
}

export function hasKeys(row: AccountKeys, keys: AccountKeys): boolean {
  return row.provider === keys.provider && row.providerAccountId === keys.providerAccountId
}
