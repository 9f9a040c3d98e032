import { sessionCookieHint } from '../config/build.js'
import { resolveForSession } from '../config/resolve.js'
import type { SessionConfig } from '../config/resolved-config.js'
import { openContext, type Context } from '../context/context.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { SessionStrategy } from '../session/strategy.js'
import { reportError } from './report-error.js'

/** What a call found out, and the cookies that the answer to the browser must set. */
export interface CallResult<T> {
  readonly data: T
  readonly cookies: readonly Cookie[]
}

/**
 * The session that a request carries, refreshed when it is due; `null` when there is none.
 *
 * Never rejects: whatever goes wrong is logged and means no session.
 */
export function readSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  if (!config || !hasCookie(request, config.sessionCookieHint)) return promisedNoSession
  return visit<S>(request, config, (ctx) => strategyOf(ctx).read(ctx))
}

/** Puts `data` to the callbacks as the client's wish to change its session. Never rejects. */
export async function updateSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  data: unknown,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  return config ? visit<S>(request, config, (ctx) => strategyOf(ctx).update(ctx, data)) : noSession
}

/** Whether the answer to a request may depend on a session; only then is there anything to read. */
export function mayCarrySession<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): boolean {
  // Most visitors are nobody: their pages do not pay for the config.
  if (!hasCookie(request, sessionCookieHint(given))) return false
  return resolveForSession(given).config !== undefined
}

const noSession: CallResult<null> = Object.freeze({ data: null, cookies: Object.freeze([]) })
/** Most visitors are nobody: their answer is made once. */
const promisedNoSession = Promise.resolve(noSession)

function hasCookie(request: Request, name: string): boolean {
  return request.headers.get('cookie')?.includes(name) ?? false
}

async function visit<S extends DefaultSession>(
  request: Request,
  config: SessionConfig,
  ask: (ctx: Context) => ReturnType<SessionStrategy['read']>,
): Promise<CallResult<S | null>> {
  try {
    const ctx = openContext(request, config)
    const asked = ask(ctx)
    // What the strategy gives is what this config's `session` callback returned.
    const session = (asked instanceof Promise ? await asked : asked) as S | null
    return { data: session, cookies: ctx.jar.changes() }
  } catch (thrown) {
    reportError(config.log, thrown)
    return noSession
  }
}
