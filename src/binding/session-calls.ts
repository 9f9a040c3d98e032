import { InvalidConfig } from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { changeSession, expectSeparateSessions, loadSession } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'

const explainSent =
  'The answer is already on its way, and takes no more cookies, so the session cannot be changed. Call `updateSession` in an action, an endpoint, or a `server$` before it streams.'

/**
 * Returns the session of this request, or `null` if the visitor is not signed in. You can call it
 * in loaders, actions, endpoints, middleware and, with `this`, in `server$`.
 *
 * The first call reads the session and later calls share it. After a sign-in, sign-out or update in
 * the same request, the call returns the new session. It rejects only if it cannot determine which
 * instance you mean.
 *
 * @example
 * ```ts
 * import { routeLoader$ } from '@builder.io/qwik-city'
 * import { getSession } from 'latchkey'
 * import { useSession } from '~/routes/plugin@auth'
 *
 * export const useName = routeLoader$(async (event) => {
 *   const session = await getSession(event, { useSession })
 *   return session?.user?.name ?? 'visitor'
 * })
 * ```
 */
export async function getSession<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<S | null> {
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  return loadSession(event, configQrl)
}

/**
 * Passes `data` to the `jwt` and `session` callbacks with the trigger `update`, stores their result
 * and sets the cookies on the event. Returns the changed session, which later calls in this request
 * also return. Returns `null` if the visitor is not signed in or a callback threw. Rejects once the
 * response has started, because Qwik would accept the cookies but silently drop them.
 *
 * If another site made the browser send the request, the call changes nothing and returns `null`. A
 * link that the visitor followed from another site does change the session, so call it only where a
 * link may do so.
 *
 * @example
 * ```ts
 * import { routeAction$ } from '@builder.io/qwik-city'
 * import { updateSession } from 'latchkey'
 *
 * export const useRename = routeAction$(async ({ name }, event) => {
 *   const session = await updateSession(event, { name: String(name) })
 *   return { name: session?.user?.name }
 * })
 * ```
 */
export async function updateSession<S extends DefaultSession = Session>(
  event: AuthEvent,
  data: unknown,
  source: SessionSource<S> = {},
): Promise<S | null> {
  if (event.headersSent) throw new InvalidConfig(explainSent)
  const configQrl = findInstance(event, source)
  await expectSeparateSessions(event, configQrl)
  return changeSession(event, configQrl, data)
}
