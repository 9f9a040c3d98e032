import { InvalidConfig, type AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { expectSeparateSessions, isStatic, loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { keepPrivate } from './keep-private.js'

/** Returns an instance's config for this request and keeps the response out of every cache. */
export async function findConfig<S extends DefaultSession>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AuthConfig<S>> {
  if (isStatic(event)) {
    throw new InvalidConfig(
      'This page is static, so its request has no config. Take the page out of static generation.',
    )
  }
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  keepPrivate(event)
  return loadConfig(event, configQrl)
}
