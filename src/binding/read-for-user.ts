import type { AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { requestAfter } from './event-cookies.js'
import { expectSeparateSessions, loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { keepPrivate } from './keep-private.js'

/** Runs a call that reads something about the signed-in user. No cache may store the response. */
export async function readForUser<S extends DefaultSession, T>(
  event: AuthEvent,
  source: SessionSource<S>,
  read: (request: Request, config: AuthConfig<S>) => Promise<T>,
): Promise<T> {
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  keepPrivate(event)
  return read(requestAfter(event), await loadConfig(event, configQrl))
}
