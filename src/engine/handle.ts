import type { Connection } from '../context/context.js'
import { answerJson, showPage } from '../context/outcome.js'
import { shownType, traitsOf } from '../errors/auth-error.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'
import type { RequestHead } from '../http/request-head.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { renderErrorPage } from '../pages/error-page.js'
import { findLanguage } from '../pages/find-language.js'
import { dispatch, type Failure, type RouteRequest } from './dispatch.js'
import { outcomeOfFailure } from './outcome-of-failure.js'
import { reportError } from './report-error.js'
import { respond, respondBare, toResponse, type Reply } from './respond.js'

/** Answers a request to an auth route. Never rejects. */
export async function handle<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  connection: Connection = {},
): Promise<Response> {
  const routeRequest: RouteRequest = {
    kind: 'request',
    head: request,
    toRequest: () => request,
  }
  return toResponse(await reply(routeRequest, given, connection))
}

/** Answers a request with plain data. Never rejects. */
export async function reply<S extends DefaultSession>(
  request: RouteRequest,
  given: AuthConfig<S>,
  connection: Connection,
): Promise<Reply> {
  const dispatched = await dispatch(request, given, connection, (_ctx, outcome) => outcome)
  const { ctx, failure } = dispatched
  if (!ctx) return refuse(request.head, failure)
  const outcome = failure ? await outcomeOfFailure(ctx, failure) : dispatched.result
  try {
    return respond(ctx, outcome)
  } catch (cause) {
    const error = reportError(ctx.log, new CallbackRouteError(explainNoJson, { cause }))
    return respondBare(request.head, answerJson(null, traitsOf(error).status))
  }
}

const explainNoJson =
  'The answer is not valid JSON. Return strings, numbers, arrays and plain objects from the `session` callback.'

/**
 * Answers every request while the config is invalid or the host is not trusted. The log contains
 * the reason.
 */
async function refuse(request: RequestHead, { error, reports }: Failure): Promise<Reply> {
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
