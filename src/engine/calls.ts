import { isCredentials, isOAuth } from '../config/providers.js'
import { sessionCookieHint } from '../config/build.js'
import { resolveConfig, resolveForSession } from '../config/resolve.js'
import type { SessionConfig } from '../config/resolved-config.js'
import { toBasePath } from '../config/validate.js'
import { openContext, type Connection, type Context } from '../context/context.js'
import type { Outcome } from '../context/outcome.js'
import { pageUrl, type SafeUrl } from '../context/redirects.js'
import { shownType, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { InvalidProvider } from '../errors/request-errors.js'
import { loadOAuth } from '../flows/oauth/load-oauth.js'
import { findPasswordProvider } from '../flows/password/password-provider.js'
import { rememberReport } from '../flows/pages/last-report.js'
import type { BodyFields } from '../http/body.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { DefaultSession, Session, TokenSet } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import { measureRead } from '../session/measure-read.js'
import type { SessionStrategy } from '../session/strategy.js'
import { dispatch, type RouteCall } from './dispatch.js'
import { findProvider } from './find-provider.js'
import { refuseForeignChange } from './guard.js'
import { parseRoutePath } from './match.js'
import { errorPageUrl } from './outcome-of-failure.js'
import { reportError } from './report-error.js'
import { accountActions, passwordActions, secondFactorActions } from './routes.js'

/** The result of a call, and the cookies that your response must set. */
export interface CallResult<T> {
  readonly data: T
  readonly cookies: readonly Cookie[]
}

/** The options of {@link signIn}. */
export interface SignInCall {
  /** Id of the provider. Without it, the visitor is redirected to the sign-in page. */
  readonly providerId?: string | undefined
  /** The URL to open after the sign-in. */
  readonly redirectTo?: string | undefined
  /** The form fields that the visitor filled in. */
  readonly fields?: BodyFields | undefined
  /** Extra parameters for the authorization request of an oauth or oidc provider. */
  readonly authorizationParams?: Iterable<readonly [string, string]> | undefined
  /**
   * Set this to link the account to the signed-in user. Otherwise the call signs in with the
   * account.
   */
  readonly link?: boolean | undefined
  /** The client's IP address. Rate limits count attempts per address. */
  readonly clientAddress?: string | undefined
}

/** The options of {@link signOut}. */
export interface SignOutCall {
  /** The URL to open after the sign-out. */
  readonly redirectTo?: string | undefined
  /** Whether to end all of the user's sessions, on other devices too. Needs an adapter. */
  readonly everywhere?: boolean | undefined
}

/** The result of a sign-in or sign-out: success, or the error. */
export type CallOutcome<S extends DefaultSession = Session> =
  | {
      readonly ok: true
      /** Where to redirect the browser. */
      readonly target: Target
      /** The session after the call. */
      readonly session: S | null
      /** Set if there is no session before the user has proven a second factor at the target. */
      readonly needs?: 'second-factor' | undefined
      /** New recovery codes. Show them once. */
      readonly recoveryCodes?: readonly string[] | undefined
    }
  | {
      readonly ok: false
      readonly error: TypedAuthError
      /** The error page to redirect to. Undefined if the form should show the error. */
      readonly target: Target | undefined
      /** What the log says about the error. Set on the dev server only. */
      readonly report?: MistakeReport | undefined
    }

/** A URL that is safe to redirect a browser to. */
export interface Target {
  /** The absolute URL. */
  readonly url: string
  /** The path and query of the URL. Undefined if the URL is on another site. */
  readonly path: string | undefined
}

/**
 * Returns the session of a request, or `null` if the visitor is not signed in. Renews the session
 * when it is due.
 *
 * Never rejects. An error is logged, and the result is `null`.
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

/**
 * Signs a visitor in. Use it behind your own form. Never rejects.
 *
 * Fails unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function signIn<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignInCall,
): Promise<CallResult<CallOutcome<S>>> {
  const { providerId, clientAddress } = call
  return act<S>(
    given,
    { clientAddress },
    {
      kind: 'call',
      head: request,
      path: ({ providers }) => {
        const provider = providers.get(providerId ?? '')
        // A form with a password completes the sign-in. All others only start it.
        const isComplete = provider !== undefined && isCredentials(provider)
        return { action: isComplete ? 'callback' : 'signin', providerId }
      },
      fields: { ...call.fields, link: call.link },
      callbackUrl: call.redirectTo,
      authorizationParams: call.authorizationParams ?? [],
    },
  )
}

/**
 * Signs the user out. Use it behind your own form. Never rejects.
 *
 * Fails unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function signOut<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignOutCall = {},
): Promise<CallResult<CallOutcome<S>>> {
  return act<S>(
    given,
    {},
    {
      kind: 'call',
      head: request,
      path: () => ({ action: 'signout', providerId: undefined }),
      fields: { everywhere: call.everywhere },
      callbackUrl: call.redirectTo,
      authorizationParams: [],
    },
  )
}

/**
 * Requests new tokens for an account from its provider. Rejects if the provider refuses, or if a
 * new ID token belongs to another user.
 *
 * Parallel calls with the same refresh token share one request. If the provider's answer is not valid,
 * a new refresh token in it is lost, and the user may have to sign in again. `getAccessToken` keeps it.
 */
export async function refreshTokens<S extends DefaultSession>(
  given: AuthConfig<S>,
  account: TokenSet & { readonly provider: string },
): Promise<TokenSet> {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  const provider = findProvider(config, account.provider)
  if (!isOAuth(provider)) {
    throw new InvalidProvider(
      `The provider "${provider.id}" has no tokens to refresh, because its type is "${provider.type}".`,
    )
  }
  if (provider.party.dpop && account['dpopKey'] === undefined) {
    throw new InvalidProvider(
      `The tokens of "${provider.id}" are bound to a key (\`dpop: true\`), which only \`getAccessToken\` can use. Call it instead of \`refreshTokens\`.`,
    )
  }
  const oauth = await loadOAuth()
  return oauth.refreshTokens(provider.party, account)
}

/** Whether a path is an auth route under this config, for any method. */
export function isAuthRoute<S extends DefaultSession>(
  pathname: string,
  given: AuthConfig<S>,
): boolean {
  // Even a config with mistakes keeps its routes, because they explain that the config is invalid.
  const path = parseRoutePath(pathname, toBasePath(given.basePath))
  if (!path) return false
  // An app without passwords, second factors or account page may have pages of its own there.
  if (accountActions.has(path.action)) return given.account !== undefined
  if (secondFactorActions.has(path.action)) return given.secondFactor !== undefined
  if (!passwordActions.has(path.action)) return true
  const { config } = resolveConfig(given)
  return config !== undefined && findPasswordProvider(config) !== undefined
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

async function runSessionCall<S extends DefaultSession>(
  request: Request,
  config: SessionConfig,
  run: (ctx: Context) => ReturnType<SessionStrategy['read']>,
  cookieHeader?: string,
): Promise<CallResult<S | null>> {
  try {
    const ctx = openContext(request, config, undefined, cookieHeader)
    const result = run(ctx)
    // The strategy returns what this config's `session` callback returned.
    const session = (result instanceof Promise ? await result : result) as S | null
    return { data: session, cookies: ctx.jar.changes() }
  } catch (thrown) {
    reportError(config.log, thrown)
    return noSession
  }
}

/** Runs a row of the route table, as a posted form would, and returns its result as data. */
export async function act<S extends DefaultSession>(
  given: AuthConfig<S>,
  connection: Connection,
  call: RouteCall,
): Promise<CallResult<CallOutcome<S>>> {
  const dispatched = await dispatch(call, given, connection, async (ctx, outcome) => ({
    target: targetOf(ctx, outcome),
    ...(outcome.kind === 'redirect' && {
      needs: outcome.needs,
      recoveryCodes: outcome.recoveryCodes,
    }),
    // The strategy returns what this config's `session` callback returned.
    session: (await strategyOf(ctx).read(ctx)) as S | null,
  }))
  const { ctx, failure } = dispatched
  const cookies = ctx?.jar.changes() ?? []
  if (!failure) return { data: { ok: true, ...dispatched.result }, cookies }
  const { error, reports } = failure
  const [report] = reports
  const target = ctx && targetOfFailure(ctx, error, call.callbackUrl)
  if (target && ctx) rememberReport(ctx, shownType(error), report)
  return { data: { ok: false, error, target, report }, cookies }
}

/** The page that helps with an error. Undefined if the form should show the error. */
function targetOfFailure(
  ctx: Context,
  error: TypedAuthError,
  callbackUrl: string | undefined,
): Target | undefined {
  if (error.type === 'ConfirmationRequired') {
    return targetAt(ctx, pageUrl(ctx, 'confirm', 'confirm', { callbackUrl }))
  }
  return traitsOf(error).page === 'error' ? targetAt(ctx, errorPageUrl(ctx, error)) : undefined
}

function targetOf(ctx: Context, outcome: Outcome): Target {
  if (outcome.kind === 'redirect') return targetAt(ctx, outcome.to)
  throw new TypeError(`Expected a redirect, but the route answered with ${outcome.kind}.`)
}

/** Turns a safe URL into a redirect target. */
export function targetAt(ctx: Context, url: SafeUrl): Target {
  return { url, path: url.startsWith(`${ctx.origin}/`) ? url.slice(ctx.origin.length) : undefined }
}
