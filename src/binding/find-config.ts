import { InvalidConfig, type AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { expectSeparateSessions, instancesOf, isStatic, loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { keepPrivate } from './keep-private.js'

/** Returns an instance's config for this request and keeps the response out of every cache. */
export async function findConfig<S extends DefaultSession>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AuthConfig<S>> {
  if (isStatic(event) || (!source.useSession && instancesOf(event).length === 0)) {
    throw new InvalidConfig(
      'This request has no config: the page is static, or `onRequest` of `routeAuth$` has not run. Export it from a file such as src/routes/plugin@auth.ts.',
    )
  }
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  keepPrivate(event)
  return loadConfig(event, configQrl)
}
