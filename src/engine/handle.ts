import { resolveConfig } from '../config/resolve.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import {
  openContext,
  type Connection,
  type Context,
  type RouteContext,
} from '../context/context.js'
import { answerJson, showPage, type Outcome } from '../context/outcome.js'
import { logAuthentication } from '../context/log-authentication.js'
import { resolveRedirect } from '../context/redirects.js'
import { shownType, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { UnknownAction } from '../errors/request-errors.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'
import { valuesToHide, wantedUrl } from '../flows/form-fields.js'
import { readBody } from '../http/body.js'
import { pathnameOf } from '../http/pathname.js'
import type { RequestHead } from '../http/request-head.js'
import type { AuthConfig } from '../model/config.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { DefaultSession } from '../model/records.js'
import { renderErrorPage } from '../pages/error-page.js'
import { findLanguage } from '../pages/find-language.js'
import { refuseForeign, requireCsrfToken } from './guard.js'
import { findProvider } from './find-provider.js'
import { matchRoute, parseRoutePath } from './match.js'
import { outcomeOfError } from './outcome-of-error.js'
import { describeLogged, reportError } from './report-error.js'
import { respond, respondBare, toResponse, type Reply } from './respond.js'
import type { Route } from './routes.js'

/** A request as it arrives from the server. */
export interface IncomingRequest {
  readonly head: RequestHead
  /** Creates the whole request, for routes that need more than the head. */
  readonly toRequest: () => Request
}

/** Answers a request to an auth route. Never rejects. */
export async function handle<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  connection: Connection = {},
): Promise<Response> {
  return toResponse(await reply({ head: request, toRequest: () => request }, given, connection))
}

/** Answers a request with plain data: open, match, guard, flow, respond. Never rejects. */
export async function reply<S extends DefaultSession>(
  { head, toRequest: whole }: IncomingRequest,
  given: AuthConfig<S>,
  connection: Connection,
): Promise<Reply> {
  const { config, mistake, reports } = resolveConfig(given)
  if (!config) return refuse(head, mistake, reports)
  let ctx: Context<ResolvedConfig>
  try {
    ctx = openContext(head, config, connection)
  } catch (thrown) {
    const error = reportError(config.log, thrown)
    return refuse(head, error, [describeLogged(config.log, error) ?? []].flat())
  }
  const outcome = await decide(ctx, whole)
  try {
    return respond(ctx, outcome)
  } catch (cause) {
    const error = reportError(ctx.log, new CallbackRouteError(explainNoJson, { cause }))
    return respondBare(head, answerJson(null, traitsOf(error).status))
  }
}

const explainNoJson =
  'The answer is no JSON. Return texts, numbers, lists and plain objects from the `session` callback.'

async function decide(ctx: Context<ResolvedConfig>, whole: () => Request): Promise<Outcome> {
  const { url, method } = ctx.request
  const pathname = pathnameOf(url)
  const path = parseRoutePath(pathname, ctx.config.basePath)
  let reader: Route['reader'] = 'person'
  let visit: RouteContext | undefined
  try {
    if (!path) throw new UnknownAction(explainPath(pathname, ctx.config.basePath))
    const { providerId } = path
    const provider = providerId === undefined ? undefined : findProvider(ctx.config, providerId)
    const route = matchRoute(path, provider, method)
    reader = route.reader
    if (route.reads === 'head') return await route.flow(ctx)
    visit = openRouteContext(ctx, whole(), provider)
    if (route.guard === 'form') refuseForeign(visit)
    if (route.method === 'POST') visit = await readForm(visit)
    if (route.guard === 'form') await requireCsrfToken(visit)
    return await route.flow(visit)
  } catch (thrown) {
    const log = visit?.log ?? ctx.log
    const error = reportError(log, thrown)
    const isAttempt = path?.action === 'callback' || path?.action === 'signin'
    if (isAttempt && path.providerId !== undefined) {
      logAuthentication({ log }, { provider: path.providerId, outcome: error.type })
    }
    const query = visit?.query ?? new URL(url).searchParams
    const asked = wantedUrl({ query, fields: visit?.fields ?? {} })
    const wanted = 'wantedUrl' in error ? error.wantedUrl : asked
    const callbackUrl = wanted === undefined ? undefined : await resolveRedirect(ctx, wanted)
    return outcomeOfError(ctx, error, {
      path,
      reader,
      callbackUrl,
      report: describeLogged(log, error),
    })
  }
}

/** Creates the context for an auth route. The body is not read yet. */
function openRouteContext(
  ctx: Context<ResolvedConfig>,
  request: Request,
  provider: RouteContext['provider'],
): RouteContext {
  const { searchParams: query } = new URL(request.url)
  return { ...ctx, request, query, fields: {}, provider }
}

/** Reads a form. From here on, the log hides the values of its fields. */
async function readForm(visit: RouteContext): Promise<RouteContext> {
  const { fields, bytes } = await readBody(visit.request)
  // `authorize` receives the request with its body unread.
  const request = new Request(visit.request, { body: bytes })
  return { ...visit, fields, request, log: visit.log.hiding(valuesToHide(request, fields)) }
}

function explainPath(pathname: string, basePath: string): string {
  return `There is no route at "${pathname}". Ours are under "${basePath}/": the option \`basePath\`, or the path of AUTH_URL.`
}

/**
 * Answers every request while the config is invalid or the host is not trusted. The log contains
 * the reason.
 */
async function refuse(
  request: RequestHead,
  error: TypedAuthError,
  reports: readonly MistakeReport[],
): Promise<Reply> {
  const { status } = traitsOf(error)
  if (request.headers.get('accept')?.includes('text/html')) {
    const acceptLanguage = request.headers.get('accept-language')
    const language = await findLanguage({ acceptLanguage })
    const type = shownType(error)
    const props = { theme: {}, siteUrl: '', signinUrl: '', type, language, reports }
    return respondBare(
      request,
      showPage((nonce) => renderErrorPage({ ...props, nonce }), status),
    )
  }
  // A client would take an error object for a session.
  return respondBare(request, answerJson(null, status))
}
