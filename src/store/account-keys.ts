import type { AdapterAccount } from '../model/adapter.js'
import type { TokenSet } from '../model/records.js'

/**
 * The columns that identify an account, and no others, because some adapters pass the object to
 * their database unchanged.
 */
export type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** An account that has no user yet. */
export type NewAccount = TokenSet &
  Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId' | 'image'>

export function keysOf({ provider, providerAccountId }: AccountKeys): AccountKeys {
  return { provider, providerAccountId }
}

export function hasKeys(row: AccountKeys, keys: AccountKeys): boolean {
  return row.provider === keys.provider && row.providerAccountId === keys.providerAccountId
}
