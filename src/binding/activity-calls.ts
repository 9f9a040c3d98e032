import { listActivity as list, type ActivityOptions, type ActivityPage } from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { requestAfter } from './event-cookies.js'
import { expectSeparateSessions, loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { keepPrivate } from './keep-private.js'

/**
 * Returns what the audit trail says about the signed-in user, for a list of recent activity. Call it
 * in a `routeLoader$`. Rejects if the visitor is not signed in, or if the option `audit` has no list.
 */
export async function listActivity<S extends DefaultSession = Session>(
  event: AuthEvent,
  options: ActivityOptions = {},
  source: SessionSource<S> = {},
): Promise<ActivityPage> {
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  keepPrivate(event)
  return list(requestAfter(event), await loadConfig(event, configQrl), options)
}
