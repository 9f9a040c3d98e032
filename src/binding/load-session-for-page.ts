import type { DefaultSession } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { loadSession } from './event-state.js'
import { logMissingPlugin } from './missing-plugin.js'

/**
 * Returns the session for `useSession`. On the dev server, it logs a mistake if the instance's
 * routes are missing.
 */
export async function loadSessionForPage<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<S | null> {
  const session = await loadSession(event, configQrl)
  await logMissingPlugin(event, configQrl)
  return session
}
