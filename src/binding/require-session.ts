import type { Awaitable } from '../model/awaitable.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { findInstance, type SessionSource } from './instances.js'
import { refuse } from './refuse.js'
import { getSession } from './session-calls.js'

/** Which users may continue, and where all other visitors are redirected. */
export interface GuardOptions<S extends DefaultSession = Session> extends SessionSource<S> {
  /** Which signed-in users may continue. A type guard narrows the session. Default: all of them. */
  readonly allow?: ((session: S) => Awaitable<boolean>) | undefined
  /** The sign-in page. Default: the config's `pages.signIn`, or the built-in page. */
  readonly signInUrl?: string | undefined
}

/**
 * Returns the session of this request. If the visitor is not signed in, or if `allow` refuses the
 * session, the request ends. You can call it in layouts and pages (`onRequest`), loaders, actions,
 * endpoints, middleware and, with `this`, in `server$`.
 *
 * A page redirects to the sign-in page, which returns the user to the same path. If `allow` refuses
 * the user, the page redirects to the error page. Requests that do not show a page (data, actions
 * by `fetch`, `server$`, APIs) are answered with 401 or 403 and JSON. Both are thrown, so no code
 * after the call runs.
 */
export async function requireSession<S extends DefaultSession = Session, Allowed extends S = S>(
  event: AuthEvent,
  options: GuardOptions<S> & { readonly allow: (session: S) => session is Allowed },
): Promise<Allowed>
export async function requireSession<S extends DefaultSession = Session>(
  event: AuthEvent,
  options?: GuardOptions<S>,
): Promise<S>
export async function requireSession<S extends DefaultSession = Session>(
  event: AuthEvent,
  options: GuardOptions<S> = {},
): Promise<S> {
  const { allow, signInUrl } = options
  const session = await getSession(event, options)
  if (session && (!allow || (await allow(session)))) return session
  const error = session ? 'AccessDenied' : 'SessionRequired'
  throw await refuse(event, findInstance(event, options), { error, signInUrl })
}
