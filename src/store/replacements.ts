import type { Store } from '../config/store.js'
import { findSession } from './find-session.js'
import { markKeyOf, type SessionRules } from './revocation.js'

/** Milliseconds for which a request may be on its way with the cookie of a session that was replaced. */
const markAge = 60_000

/** Records for a minute that a session was replaced by another one of the same browser. */
export interface Replacements {
  /** Whether {@link recordReplacement} was called with this key a moment ago. */
  readonly wasReplaced: (key: string) => Promise<boolean>
  /** The user is the one of the former session. */
  readonly recordReplacement: (key: string, userId: string) => Promise<void>
}

/**
 * The record is a row among the sessions, see `markKeyOf`. So it is looked for by a read, although
 * anyone can send the cookie of a session that does not exist.
 */
export function openReplacements(
  store: Store,
  { clock, secrets }: Pick<SessionRules, 'clock' | 'secrets'>,
): Replacements {
  const wasReplaced = async (key: string): Promise<boolean> => {
    for (const secret of secrets) {
      const found = await findSession(store, await markKeyOf(key, 'replaced', secret))
      if (found && new Date(found.session.expires).getTime() > clock()) return true
    }
    return false
  }
  return {
    wasReplaced,
    recordReplacement: async (key, userId) => {
      const [secret] = secrets
      const sessionToken = await markKeyOf(key, 'replaced', secret)
      const expires = new Date(clock() + markAge)
      try {
        await store.call('createSession', { sessionToken, userId, expires })
      } catch (thrown) {
        // Two tabs may replace one session.
        if (!(await wasReplaced(key))) throw thrown
      }
    },
  }
}
