import { sessionCookieHint } from '../config/build.js'
import { resolveForSession } from '../config/resolve.js'
import type { SessionConfig } from '../config/resolved-config.js'
import { openContext, type Context } from '../context/context.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import { measureRead } from '../session/measure-read.js'
import type { SessionStrategy } from '../session/strategy.js'
import type { CallResult } from './calls.js'
import { refuseForeignChange } from './guard.js'
import { reportError } from './report-error.js'

/**
 * Returns the session of a request, or `null` if the visitor is not signed in. Renews the session
 * when it is due.
 *
 * Never rejects. An error is logged, and the result is `null`.
 *
 * @example
 * ```ts
 * import { readSession, serializeCookie, type AuthConfig } from 'latchkey/core'
 *
 * declare const config: AuthConfig
 *
 * export async function greet(request: Request): Promise<Response> {
 *   const { data: session, cookies } = await readSession(request, config)
 *   const headers = new Headers({ 'cache-control': 'private, no-store' })
 *   for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
 *   return new Response(`Hello ${session?.user?.name ?? 'visitor'}`, { headers })
 * }
 * ```
 */
export function readSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  const cookies = request.headers.get('cookie')
  if (!config || !cookies?.includes(config.sessionCookieHint)) return promisedNoSession
  return runSessionCall<S>(request, config, config.telemetry ? measuredRead : plainRead, cookies)
}

/**
 * Passes `data` to the `jwt` and `session` callbacks, which decide how the session changes. Returns
 * the new session. Never rejects.
 *
 * Changes nothing and returns `null` if another site made the browser send the request. A visitor
 * who follows a link from another site is allowed.
 */
export async function updateSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  data: unknown,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  if (!config) return noSession
  return runSessionCall<S>(request, config, (ctx) => {
    refuseForeignChange(ctx)
    return strategyOf(ctx).update(ctx, data)
  })
}

/** Whether a request may have a session. If not, you can skip {@link readSession}. */
export function mayCarrySession<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): boolean {
  // Most visitors are not signed in, so their requests should not pay for resolving the config.
  if (!request.headers.get('cookie')?.includes(sessionCookieHint(given))) return false
  return resolveForSession(given).config !== undefined
}

const noSession: CallResult<null> = Object.freeze({ data: null, cookies: Object.freeze([]) })

/** Most visitors are not signed in, so they share one result. */
const promisedNoSession = Promise.resolve(noSession)

const plainRead = (ctx: Context): ReturnType<SessionStrategy['read']> => strategyOf(ctx).read(ctx)

const measuredRead = (ctx: Context): ReturnType<SessionStrategy['read']> =>
  measureRead(ctx, () => strategyOf(ctx).read(ctx))

/** Not an `async` function, because each promise is a measurable part of a session read. */
function runSessionCall<S extends DefaultSession>(
  request: Request,
  config: SessionConfig,
  run: (ctx: Context) => ReturnType<SessionStrategy['read']>,
  cookieHeader?: string,
): Promise<CallResult<S | null>> {
  const fail = (thrown: unknown): CallResult<null> => {
    reportError(config.log, thrown)
    return noSession
  }
  try {
    const ctx = openContext(request, config, undefined, cookieHeader)
    // The strategy returns what this config's `session` callback returned.
    const finish = (session: DefaultSession | null): CallResult<S | null> => ({
      data: session as S | null,
      cookies: ctx.jar.changes(),
    })
    const session = run(ctx)
    return session instanceof Promise
      ? session.then(finish, fail)
      : Promise.resolve(finish(session))
  } catch (thrown) {
    return Promise.resolve(fail(thrown))
  }
}
