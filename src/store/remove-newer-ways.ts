import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AdapterAccount } from '../model/adapter.js'
import { removeAccount } from './remove-account.js'

/** Operations on the ways in which a user can sign in, as they were at an earlier moment. */
export interface FormerWays {
  /** Returns short names of the user's accounts and passkeys. They reveal nothing. */
  list(userId: string): Promise<readonly string[]>
  /**
   * Removes the accounts and passkeys whose names are not in the list, and the second factors that
   * are as young as `since` or younger, in seconds since the epoch.
   */
  removeOthers(userId: string, names: readonly string[], since: number): Promise<void>
}

/** Enough to tell the few accounts of one user apart, and short enough for a link in a mail. */
const nameLength = 12

export function openFormerWays(store: Store): FormerWays {
  const listAccounts = async (userId: string): Promise<readonly AdapterAccount[]> =>
    store.has('listAccountsByUserId') ? store.call('listAccountsByUserId', userId) : []
  return {
    list: async (userId) => Promise.all((await listAccounts(userId)).map(nameOf)),
    removeOthers: async (userId, names, since) => {
      for (const account of await listAccounts(userId)) {
        if (!names.includes(await nameOf(account))) await removeAccount(store, account)
      }
      await removeFactorsSince(store, userId, since)
    },
  }
}

async function nameOf({ provider, providerAccountId }: AdapterAccount): Promise<string> {
  return (await sha256Hex(JSON.stringify([provider, providerAccountId]))).slice(0, nameLength)
}

async function removeFactorsSince(store: Store, userId: string, since: number): Promise<void> {
  if (!store.has('listFactorsByUserId', 'deleteFactor')) return
  for (const { id, createdAt } of await store.call('listFactorsByUserId', userId)) {
    if (new Date(createdAt).getTime() >= since * 1000) await store.call('deleteFactor', id)
  }
}
