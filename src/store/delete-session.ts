import { isUnconfirmed } from '../config/database-failures.js'
import type { Store } from '../config/store.js'
import type { AdapterSession } from '../model/adapter.js'

/**
 * Deletes a session and returns the adapter's result: the row, `null` if there was none, or undefined if
 * the adapter does not say. A lost connection is often back for the next call, so the deletion is tried
 * again if it failed and the row is still there.
 */
export async function deleteSession(
  store: Store,
  key: string,
): Promise<AdapterSession | null | undefined> {
  try {
    return await attempt(store, key)
  } catch (thrown) {
    // The row is gone here, and a failover could bring it back.
    if (isUnconfirmed(thrown)) throw thrown
    // Some adapters throw if the row is missing, but a missing row is the requested result.
    return (await store.call('getSessionAndUser', key)) ? attempt(store, key) : null
  }
}

async function attempt(store: Store, key: string): Promise<AdapterSession | null | undefined> {
  return (await store.call('deleteSession', key)) as AdapterSession | null | undefined
}
