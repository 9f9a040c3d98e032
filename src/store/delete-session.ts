import type { Store } from '../config/store.js'
import type { AdapterSession } from '../model/adapter.js'

/**
 * Deletes a session and returns the adapter's result: the row, `null` if there was none, or undefined if
 * the adapter does not say.
 */
export async function deleteSession(
  store: Store,
  key: string,
): Promise<AdapterSession | null | undefined> {
  try {
    return (await store.call('deleteSession', key)) as AdapterSession | null | undefined
  } catch (thrown) {
    // Some adapters throw if the row is missing, but a missing row is the requested result.
    if (await store.call('getSessionAndUser', key)) throw thrown
    return null
  }
}
