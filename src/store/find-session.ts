import type { SessionAndUser, Store } from '../config/store.js'
import { andThen } from '../crypto/and-then.js'

/**
 * Finds a session with its user. It compares the key, because a database that ignores case or
 * accents also finds rows with other keys. Synchronous if the adapter is.
 */
export function findSession(
  store: Store,
  key: string,
): SessionAndUser | undefined | Promise<SessionAndUser | undefined> {
  return andThen(store.getSessionAndUser(key), (found) => matchKey(found, key))
}

/** Finds a session that may be outdated, for a page that shows it. */
export type FindRecentSession = (key: string) => Promise<SessionAndUser | undefined>

/** Whether a read may be outdated. Costs less than to open all operations of a store. */
export function hasRecentSessions(store: Store): boolean {
  return store.has('getRecentSessionAndUser')
}

/** Returns undefined if every read has to be up to date. */
export function openRecentSessions(store: Store): FindRecentSession | undefined {
  if (!hasRecentSessions(store)) return undefined
  return async (key) => {
    // An app may have replaced `getSessionAndUser` since the first request.
    if (!hasRecentSessions(store)) return undefined
    return matchKey(await store.call('getRecentSessionAndUser', key), key)
  }
}

/** Returns what the adapter found under a key, unless it is another row or has no user. */
export function matchKey(found: SessionAndUser | null, key: string): SessionAndUser | undefined {
  if (!found?.session || !found.user) return undefined
  return found.session.sessionToken === key ? found : undefined
}
