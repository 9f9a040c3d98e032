import type { Context } from '../context/context.js'
import { answerJson, redirectTo, type Outcome, type ScriptOutcome } from '../context/outcome.js'
import { pageUrl, type SafeUrl } from '../context/redirects.js'
import { traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { headersOf } from '../errors/error-headers.js'
import { errorPage } from '../flows/pages/show-page.js'
import type { RoutePath } from './match.js'
import type { Route } from './routes.js'

/** Where an error happened. */
export interface FailedRequest {
  readonly path: RoutePath | undefined
  readonly reader: Route['reader']
  /** Where the person wanted to go and may; the sign-in page keeps it. */
  readonly callbackUrl: SafeUrl | undefined
}

/** What the outside learns of an error. */
export async function outcomeOfError(
  ctx: Context,
  error: TypedAuthError,
  scene: FailedRequest,
): Promise<Outcome> {
  const outcome = await toOutcome(ctx, error, scene)
  return outcome.kind === 'redirect' ? outcome : { ...outcome, headers: headersOf(error) }
}

async function toOutcome(
  ctx: Context,
  error: TypedAuthError,
  scene: FailedRequest,
): Promise<Exclude<Outcome, ScriptOutcome>> {
  const { status, page, visible } = traitsOf(error)
  const type = visible ? error.type : 'Configuration'
  if (scene.reader === 'program') return answerJson(jsonBody(error, type, scene), status)
  if (page === 'none') {
    return ctx.request.headers.has('x-auth-return-redirect')
      ? answerJson(jsonBody(error, type, scene), status)
      : errorPage(ctx, type, status)
  }
  const { callbackUrl } = scene
  const to =
    page === 'error'
      ? pageUrl(ctx, 'error', 'error', { error: type })
      : pageUrl(ctx, 'signIn', 'signin', { error: type, code: codeOf(error), callbackUrl })
  return { ...redirectTo(to), error: type }
}

/**
 * A failed session read is no session: an object there would pass for one. What is logged as an error
 * speaks of our own servers and of those that we call, which is not for the client.
 */
function jsonBody(error: TypedAuthError, type: string, { path }: FailedRequest): unknown {
  if (path?.action === 'session') return null
  const { visible, level } = traitsOf(error)
  const message = visible && level !== 'error' ? error.message : 'See the log of the server.'
  return { error: type, message }
}

function codeOf(error: TypedAuthError): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
