import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { changeSession, expectSeparateSessions, loadSession } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'

const explainSent =
  'The answer is already on its way, and takes no more cookies, so the session cannot be changed. Call `updateSession` in an action, an endpoint, or a `server$` before it streams.'

/**
 * The session of this request, or `null` when nobody is signed in. For loaders, actions, endpoints,
 * middleware and, with `this`, `server$`.
 *
 * Read when the first one asks and then shared; after a sign-in, sign-out or update in the same
 * request it is the new one. Rejects only if it is not clear whose session is meant.
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
 * Puts `data` to the `jwt` and `session` callbacks, with the trigger `update`, keeps what they make
 * of it and sets the cookies on the event. Gives the changed session, which everybody gets who asks
 * later in this request; `null` when nobody is signed in, or a callback threw. Rejects once the answer
 * is on its way: Qwik would take the cookies all the same, and drop them without a word.
 *
 * A request that another site made the browser send changes nothing and gives `null`. A link that was
 * followed from another site does change the session, so call it only where a link may do so.
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
