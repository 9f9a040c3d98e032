import type { Awaitable } from '../model/awaitable.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { hasProof } from '../core.js'
import { requestAfter } from './event-cookies.js'
import { loadConfig } from './event-state.js'
import { findInstance, type SessionSource } from './instances.js'
import { refuse } from './refuse.js'
import { getSession } from './session-calls.js'

/** Which users may continue, and where all other visitors are redirected. */
export interface GuardOptions<S extends DefaultSession = Session> extends SessionSource<S> {
  /** Which signed-in users may continue. A type guard narrows the session. Default: all of them. */
  readonly allow?: ((session: S) => Awaitable<boolean>) | undefined
  /** The sign-in page. Default: the config's `pages.signIn`, or the built-in page. */
  readonly signInUrl?: string | undefined
  /**
   * How many seconds ago the user may have proven their identity. Renewing the session does not
   * count. A user whose proof is older confirms it first and comes back. Needs an adapter. Default:
   * any time.
   */
  readonly within?: number | undefined
  /** How many factors the user must have proven. `2` needs `secondFactor`. Default: 1. */
  readonly factors?: 1 | 2 | undefined
}

/**
 * Returns the session of this request. If the visitor is not signed in, or if `allow` refuses the
 * session, the request ends. You can call it in layouts and pages (`onRequest`), loaders, actions,
 * endpoints, middleware and, with `this`, in `server$`.
 *
 * A page redirects to the sign-in page, which returns the user to the same path. If `allow` refuses
 * the user, the page redirects to the error page. If `within` or `factors` asks for a newer or
 * stronger proof, the page redirects to the page where the user confirms their identity. A form that
 * was posted is not sent again afterwards. Requests that do not show a page (data, actions
 * by `fetch`, `server$`, APIs) are answered with 401 or 403 and JSON. Both are thrown, so no code
 * after the call runs.
 *
 * @example
 * ```ts
 * import { routeLoader$ } from '@builder.io/qwik-city'
 * import { requireSession } from 'latchkey'
 *
 * export const useUser = routeLoader$(async (event) => {
 *   const { user } = await requireSession(event)
 *   return user
 * })
 * ```
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
  const isAllowed = session && (!allow || (await allow(session)))
  if (isAllowed && (await hasNeededProof(event, options))) return session
  const error = isAllowed ? 'ConfirmationRequired' : session ? 'AccessDenied' : 'SessionRequired'
  const { within, factors } = options
  throw await refuse(event, findInstance(event, options), { error, signInUrl, within, factors })
}

async function hasNeededProof<S extends DefaultSession>(
  event: AuthEvent,
  options: GuardOptions<S>,
): Promise<boolean> {
  const { within, factors } = options
  if (within === undefined && factors !== 2) return true
  const config = await loadConfig(event, findInstance(event, options))
  return hasProof(requestAfter(event), config, { within, factors })
}
