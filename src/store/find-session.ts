import type { Store } from '../config/store.js'
import type { AdapterSession, AdapterUser } from '../model/adapter.js'

/** A session in the database and its user, as the adapter gave them. */
export interface FoundSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/**
 * Finds a session with its user. Databases that ignore case or accents find a row under keys that
 * are not its own.
 */
export async function findSession(store: Store, key: string): Promise<FoundSession | undefined> {
  const found = await store.call('getSessionAndUser', key)
  if (!found?.session || !found.user) return undefined
  return found.session.sessionToken === key ? found : undefined
}
