import type { Log } from '../config/logger.js'
import { resolveConfig } from '../config/resolve.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import { errorTypeOf, methodLabel, providerLabel, type MeasuredWork } from '../config/telemetry.js'
import {
  openContext,
  type Connection,
  type Context,
  type RouteContext,
} from '../context/context.js'
import { logAuthentication } from '../context/log-authentication.js'
import type { Outcome } from '../context/outcome.js'
import { recordRefusal } from '../context/record-event.js'
import { traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { UnknownAction } from '../errors/request-errors.js'
import { isOwnField, readCallbackUrl, valuesToHide } from '../flows/form-fields.js'
import type { SafeUrl } from '../context/redirects.js'
import { AttemptFailed } from '../flows/oauth/attempt-failed.js'
import { findPasswordProvider } from '../flows/password/password-provider.js'
import { readBody, type BodyFields } from '../http/body.js'
import { pathnameOf } from '../http/pathname.js'
import type { RequestHead } from '../http/request-head.js'
import type { Awaitable } from '../model/awaitable.js'
import type { AuthConfig } from '../model/config.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { DefaultSession } from '../model/records.js'
import { findProvider } from './find-provider.js'
import { refuseForeign, requireCsrfToken, requireOwnOrigin } from './guard.js'
import { matchRoute, parseRoutePath, type RoutePath } from './match.js'
import { describeLogged, reportError } from './report-error.js'
import { passwordActions, type Route } from './routes.js'

/** What a route runs with: a request from the browser, or a call from the app. */
export type RouteInput = RouteRequest | RouteCall

/** A request as it arrives from the server. */
export interface RouteRequest {
  readonly kind: 'request'
  readonly head: RequestHead
  /** Creates the whole request, for routes that need more than the head. */
  readonly toRequest: () => Request
}

/** A call with the input of a form that the app has already read. */
export interface RouteCall {
  readonly kind: 'call'
  readonly head: Request
  /** The row to run, which a form would post to. */
  readonly path: (config: ResolvedConfig) => RoutePath
  readonly fields: BodyFields
  readonly callbackUrl: string | undefined
  readonly authorizationParams: Iterable<readonly [string, string]>
}

/** Why nothing was done, and what is needed to say so. */
export interface Failure {
  readonly error: TypedAuthError
  /** Undefined if the path is not an auth route. */
  readonly path: RoutePath | undefined
  readonly reader: Route['reader']
  /** The page that the visitor wanted to open. It is not validated. */
  readonly callbackUrl: unknown
  /** The page on which the user can try again, if it is not that of the posted form. */
  readonly retryUrl?: SafeUrl | undefined
  /** What the log says. Empty in production. */
  readonly reports: readonly MistakeReport[]
}

/** The result of a flow, or the failure. Without a context, nothing is known about the visitor. */
export type Dispatched<T> =
  | { readonly ctx: Context<ResolvedConfig>; readonly result: T; readonly failure?: undefined }
  | { readonly ctx: Context<ResolvedConfig>; readonly failure: Failure }
  | { readonly ctx: undefined; readonly failure: Failure }

/**
 * Opens the context, matches the route, guards it, runs its flow and passes the outcome to `finish`.
 * Never rejects. This is the only place that catches what a flow throws.
 */
export async function dispatch<S extends DefaultSession, T>(
  input: RouteInput,
  given: AuthConfig<S>,
  connection: Connection,
  finish: (ctx: Context<ResolvedConfig>, outcome: Outcome) => Awaitable<T>,
): Promise<Dispatched<T>> {
  const { config, mistake, reports } = resolveConfig(given)
  if (!config) return { ctx: undefined, failure: withoutRoute(mistake, reports) }
  let ctx: Context<ResolvedConfig>
  try {
    ctx = openContext(input.head, config, connection)
  } catch (thrown) {
    const error = reportError(config.log, thrown)
    return { ctx: undefined, failure: withoutRoute(error, reportsOf(config.log, error)) }
  }
  const { telemetry } = config
  if (!telemetry) return await runRoute(ctx, input, finish)
  const measured = measureRoute<T>(ctx, input)
  return await telemetry.run(measured, () => runRoute(ctx, input, finish))
}

/** Describes a route for telemetry. A visitor chooses the path, so only known parts of it are recorded. */
function measureRoute<T>(
  ctx: Context<ResolvedConfig>,
  input: RouteInput,
): MeasuredWork<Dispatched<T>> {
  const path = pathOf(ctx, input)
  const method = methodLabel(input.kind === 'call' ? 'POST' : ctx.request.method)
  const provider = path?.providerId === undefined ? '' : '/:provider'
  const base = path?.action.startsWith('/') ? '' : `${ctx.config.basePath}/`
  const route = path ? `${base}${path.action}${provider}` : 'unknown'
  return {
    name: `${method} ${route}`,
    kind: 'internal',
    histogram: 'latchkey.route.duration',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      ...(path?.providerId !== undefined && {
        'latchkey.provider': providerLabel(ctx.config, path.providerId),
      }),
    },
    describe: ({ failure }) => (failure ? { 'error.type': errorTypeOf(failure.error) } : {}),
  }
}

async function runRoute<T>(
  ctx: Context<ResolvedConfig>,
  input: RouteInput,
  finish: (ctx: Context<ResolvedConfig>, outcome: Outcome) => Awaitable<T>,
): Promise<Dispatched<T>> {
  const path = pathOf(ctx, input)
  let reader: Route['reader'] = 'person'
  let opened: RouteContext | undefined
  try {
    if (!path) throw unknownPath(ctx)
    const { providerId } = path
    const provider = providerId === undefined ? undefined : findProvider(ctx.config, providerId)
    const route = matchRoute(path, provider, input.kind === 'call' ? 'POST' : ctx.request.method)
    reader = route.reader
    if (route.reads === 'head') return { ctx, result: await finish(ctx, await route.flow(ctx)) }
    opened = openRouteContext(ctx, input, provider)
    refuseOrigin(opened, input, route)
    if (input.kind === 'request' && route.method === 'POST') opened = await readForm(opened, route)
    if (input.kind === 'request' && route.guard === 'form') await requireCsrfToken(opened)
    return { ctx, result: await finish(ctx, await route.flow(opened)) }
  } catch (thrown) {
    const failed = thrown instanceof AttemptFailed ? thrown : undefined
    const { log } = opened ?? ctx
    const error = reportError(log, failed ? failed.cause : thrown)
    const attempted = path && attemptedProvider(ctx, path)
    if (attempted !== undefined) {
      const outcome = errorTypeOf(error)
      logAuthentication({ log, config: ctx.config }, { provider: attempted, outcome })
    }
    ctx.config.telemetry?.count('latchkey.refusals', { 'error.type': errorTypeOf(error) })
    if (path && isRecorded(error, attempted, input, ctx)) {
      recordRefusal(ctx, {
        outcome: traitsOf(error).status < 500 ? 'refused' : 'failed',
        code: error.type,
        action: path.action,
        provider: attempted,
      })
    }
    const { callbackUrl } = failed ?? opened ?? { callbackUrl: undefined }
    const places = { path, reader, callbackUrl, retryUrl: failed?.retryUrl }
    return { ctx, failure: { error, ...places, reports: reportsOf(log, error) } }
  }
}

/** Returns the id of the provider that a failed request tried to sign in with. */
function attemptedProvider(
  { config, request }: Context<ResolvedConfig>,
  { action, providerId }: RoutePath,
): string | undefined {
  if (action === 'callback' || action === 'signin') return providerId
  const isPassword = passwordActions.has(action) && request.method === 'POST'
  return isPassword ? findPasswordProvider(config)?.id : undefined
}

/** Requests that lead nowhere are not recorded, nor are pages that a visitor may not open. */
function isRecorded(
  { type }: TypedAuthError,
  attempted: string | undefined,
  { kind }: RouteInput,
  { request }: Context,
): boolean {
  if (leadNowhere.has(type)) return false
  return attempted !== undefined || kind === 'call' || request.method === 'POST'
}

const leadNowhere: ReadonlySet<string> = new Set([
  'InvalidProvider',
  'MethodNotAllowed',
  'UnknownAction',
])

function withoutRoute(error: TypedAuthError, reports: readonly MistakeReport[]): Failure {
  return { error, path: undefined, reader: 'person', callbackUrl: undefined, reports }
}

function reportsOf(log: Log, error: TypedAuthError): readonly MistakeReport[] {
  const report = describeLogged(log, error)
  return report ? [report] : []
}

function pathOf(ctx: Context<ResolvedConfig>, input: RouteInput): RoutePath | undefined {
  if (input.kind === 'call') return input.path(ctx.config)
  return parseRoutePath(pathnameOf(ctx.request.url), ctx.config.basePath)
}

/** Creates the context for a flow. The body of a request is not read yet. */
function openRouteContext(
  ctx: Context<ResolvedConfig>,
  input: RouteInput,
  provider: RouteContext['provider'],
): RouteContext {
  const isCall = input.kind === 'call'
  if (isCall) {
    const { head: request, fields, callbackUrl, authorizationParams } = input
    const log = ctx.log.hiding(valuesToHide(request, fields, ctx.config))
    const query = new URLSearchParams()
    const given = { query, fields, callbackUrl, authorizationParams, provider, isCall }
    return Object.assign({}, ctx, given, { request, log })
  }
  const request = input.toRequest()
  const { searchParams: query } = new URL(request.url)
  const fields: BodyFields = {}
  const callbackUrl = readCallbackUrl({ query, fields })
  const authorizationParams = [...query].filter(([name]) => !isOwnField(name))
  const given = { query, fields, callbackUrl, authorizationParams, provider, isCall }
  // Much faster than a spread, see `prepareConfig`.
  return Object.assign({}, ctx, given, { request })
}

/**
 * Refuses a request that another site made the browser send. A call has no CSRF token, so the
 * browser must confirm its origin.
 */
function refuseOrigin(ctx: RouteContext, { kind }: RouteInput, { guard }: Route): void {
  if (kind === 'call') requireOwnOrigin(ctx)
  else if (guard === 'form') refuseForeign(ctx)
}

/** Reads a form. From here on, the log hides the values of its fields. */
async function readForm(ctx: RouteContext, { reads }: Route): Promise<RouteContext> {
  const { fields, bytes } = await readBody(ctx.request)
  // `authorize` receives the request with its body unread.
  const request = reads === 'fields' ? ctx.request : new Request(ctx.request, { body: bytes })
  const log = ctx.log.hiding(valuesToHide(request, fields, ctx.config))
  return { ...ctx, fields, request, log, callbackUrl: readCallbackUrl({ ...ctx, fields }) }
}

function unknownPath({ request, config: { basePath } }: Context<ResolvedConfig>): UnknownAction {
  return new UnknownAction(
    `There is no route at "${pathnameOf(request.url)}". Ours are under "${basePath}/": the option \`basePath\`, or the path of AUTH_URL.`,
  )
}
