import type { Context } from '../context/context.js'
import { answerJson, redirectTo, type Outcome, type ScriptOutcome } from '../context/outcome.js'
import { pageUrl, type SafeUrl } from '../context/redirects.js'
import { shownType, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { headersOf } from '../errors/error-headers.js'
import { rememberReport } from '../flows/pages/last-report.js'
import { errorPage } from '../flows/pages/show-page.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { RoutePath } from './match.js'
import type { Route } from './routes.js'

/** The request in which an error happened. */
export interface FailedRequest {
  readonly path: RoutePath | undefined
  readonly reader: Route['reader']
  /** The validated page that the visitor wanted to open. The sign-in page keeps it. */
  readonly callbackUrl: SafeUrl | undefined
  /** What the log says. Set on the dev server only. */
  readonly report: MistakeReport | undefined
}

/** Decides what the client learns about an error. */
export async function outcomeOfError(
  ctx: Context,
  error: TypedAuthError,
  failed: FailedRequest,
): Promise<Outcome> {
  const outcome = await toOutcome(ctx, error, failed)
  return outcome.kind === 'redirect' ? outcome : { ...outcome, headers: headersOf(error) }
}

async function toOutcome(
  ctx: Context,
  error: TypedAuthError,
  failed: FailedRequest,
): Promise<Exclude<Outcome, ScriptOutcome>> {
  const { status, page } = traitsOf(error)
  const type = shownType(error)
  if (failed.reader === 'program') return answerJson(jsonBody(error, type, failed), status)
  if (page === 'none') {
    return ctx.request.headers.has('x-auth-return-redirect')
      ? answerJson(jsonBody(error, type, failed), status)
      : errorPage(ctx, { type, status, report: failed.report })
  }
  const { callbackUrl } = failed
  rememberReport(ctx, type, failed.report)
  const to =
    page === 'error'
      ? pageUrl(ctx, 'error', 'error', { error: type })
      : pageUrl(ctx, 'signIn', 'signin', { error: type, code: codeOf(error), callbackUrl })
  return { ...redirectTo(to), error: type }
}

/**
 * A failed session read returns `null`, because a client would take an error object for a session.
 * The messages of logged errors describe our servers and the servers that we call, so the client
 * does not get them.
 */
function jsonBody(error: TypedAuthError, type: string, { path }: FailedRequest): unknown {
  if (path?.action === 'session') return null
  const { visible, level } = traitsOf(error)
  const message = visible && level !== 'error' ? error.message : 'See the server log.'
  return { error: type, message }
}

function codeOf(error: TypedAuthError): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
