import { listActivity as list, type ActivityOptions, type ActivityPage } from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'

/**
 * Returns what the audit trail says about the signed-in user, for a list of recent activity. Call it
 * in a `routeLoader$`. Rejects if the visitor is not signed in, or if the option `audit` has no list.
 */
export async function listActivity<S extends DefaultSession = Session>(
  event: AuthEvent,
  options: ActivityOptions = {},
  source: SessionSource<S> = {},
): Promise<ActivityPage> {
  return readForUser(event, source, (request, config) => list(request, config, options))
}
