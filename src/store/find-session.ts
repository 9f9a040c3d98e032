import type { Store } from '../config/store.js'
import type { AdapterSessionDetails, AdapterUser } from '../model/adapter.js'

/** A session from the database and its user, as the adapter returned them. */
export interface FoundSession {
  readonly session: AdapterSessionDetails
  readonly user: AdapterUser
}

/**
 * Finds a session with its user. It compares the key, because a database that ignores case or
 * accents also finds rows with other keys.
 */
export async function findSession(store: Store, key: string): Promise<FoundSession | undefined> {
  const found = await store.call('getSessionAndUser', key)
  if (!found?.session || !found.user) return undefined
  return found.session.sessionToken === key ? found : undefined
}
