import type { Context, MiddlewareHandler } from 'hono'
import {
  Auth,
  describeFailure,
  isAuthRoute,
  locateSignIn,
  prepareConfig,
  readSession,
  serializeCookie,
  signIn,
  signOut,
  type AuthConfig,
  type CallOutcome,
  type CallResult,
  type DefaultSession,
  type Session,
  type SignInCall,
  type SignOutCall,
} from 'latchkey/core'

/** The variables that {@link honoAuth} adds to a Hono context. */
export interface AuthVariables<S extends DefaultSession = Session> {
  session: S | null
}

interface Env<S extends DefaultSession> {
  Variables: AuthVariables<S>
}
type Loader<S extends DefaultSession> = (c: Context) => AuthConfig<S> | Promise<AuthConfig<S>>

/** What {@link honoAuth} returns. */
export interface HonoAuth<S extends DefaultSession> {
  /** Answers the routes under `basePath`, and sets `session` for all others. */
  readonly middleware: MiddlewareHandler<Env<S>>
  /** Lets signed-in visitors pass, and sends all others to the sign-in page. */
  readonly guard: MiddlewareHandler<Env<S>>
  /** Signs in from a form of your own. */
  readonly signIn: (c: Context<Env<S>>, call: SignInCall) => Promise<Response>
  /** Signs out from a form of your own. */
  readonly signOut: (c: Context<Env<S>>, call?: SignOutCall) => Promise<Response>
}

/** Adds sign-in, sign-out and sessions to a Hono app. */
export function honoAuth<S extends DefaultSession = Session>(load: Loader<S>): HonoAuth<S> {
  // What outlives a request, such as caches and limits, belongs to this instance.
  const owner = {}
  const env = { get: (name: string) => process.env[name] }
  const configs = new WeakMap<Request, Promise<AuthConfig<S>>>()
  const configOf = (c: Context): Promise<AuthConfig<S>> => {
    const known = configs.get(c.req.raw)
    const config = known ?? prepareConfig(() => load(c), env, owner)
    if (!known) configs.set(c.req.raw, config)
    return config
  }

  return {
    async middleware(c, next) {
      const config = await configOf(c)
      if (isAuthRoute(c.req.path, config)) return Auth(c.req.raw, config)
      const { data, cookies } = await readSession(c.req.raw, config)
      c.set('session', data)
      await next()
      // A page that shows a session must not be cached for other visitors.
      if (data) c.header('cache-control', 'private, no-store')
      for (const cookie of cookies)
        c.header('set-cookie', serializeCookie(cookie), { append: true })
      return undefined
    },

    async guard(c, next) {
      if (c.get('session')) return next()
      const { pathname, search } = new URL(c.req.url)
      const detour = { callbackUrl: pathname + search }
      const { url } = await locateSignIn(c.req.raw, await configOf(c), detour)
      return c.redirect(url)
    },

    async signIn(c, call) {
      return answer(c, await signIn(c.req.raw, await configOf(c), call))
    },

    async signOut(c, call) {
      return answer(c, await signOut(c.req.raw, await configOf(c), call))
    },
  }
}

function answer<S extends DefaultSession>(
  c: Context,
  { data, cookies }: CallResult<CallOutcome<S>>,
): Response {
  for (const cookie of cookies) c.header('set-cookie', serializeCookie(cookie), { append: true })
  if (data.target) return c.redirect(data.target.url, 303)
  if (data.ok) return c.body(null, 204)
  const { status, headers, ...errors } = describeFailure(data.error)
  return c.json(errors, status as 400, headers)
}
