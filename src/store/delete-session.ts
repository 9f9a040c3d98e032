import type { Store } from '../config/store.js'
import type { AdapterSession } from '../model/adapter.js'

/** Deletes a session; gives what the adapter says of it. */
export async function deleteSession(store: Store, key: string): Promise<AdapterSession | null> {
  try {
    return (await store.call('deleteSession', key)) ?? null
  } catch (thrown) {
    // Some adapters throw when there is no such row, which is all that was asked for.
    if (await store.call('getSessionAndUser', key)) throw thrown
    return null
  }
}
