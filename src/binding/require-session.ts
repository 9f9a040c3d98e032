import type { Awaitable } from '../model/awaitable.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { findInstance, type SessionSource } from './instances.js'
import { refuse } from './refuse.js'
import { getSession } from './session-calls.js'

/** Who gets in, and where the others go. */
export interface GuardOptions<S extends DefaultSession = Session> extends SessionSource<S> {
  /** Who of those that are signed in may go on. A type guard narrows the session. Default: all. */
  readonly allow?: ((session: S) => Awaitable<boolean>) | undefined
  /** The page that asks for a sign-in. Default: `pages.signIn` of the config, or the built-in one. */
  readonly signInUrl?: string | undefined
}

/**
 * The session of this request; nobody gets past it without one that `allow` accepts. For layouts and
 * pages (`onRequest`), loaders, actions, endpoints, middleware and, with `this`, `server$`.
 *
 * A page leads to the sign-in and back to its own path, or, for someone whom `allow` refuses, to the
 * error page. Whatever is not shown as a page (data, actions by `fetch`, `server$`, APIs) is answered
 * with 401 or 403 and JSON. Both are thrown, so nothing after the call runs.
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
