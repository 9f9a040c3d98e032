import type { Context } from '../context/context.js'
import { answerJson, redirectTo, type Outcome, type ScriptOutcome } from '../context/outcome.js'
import { pageUrl, resolveRedirect, type SafeUrl } from '../context/redirects.js'
import { traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { headersOf } from '../errors/error-headers.js'
import { errorPage } from '../flows/pages/show-page.js'
import type { Failure } from './dispatch.js'

/** Decides what the client learns about a failure. */
export async function outcomeOfFailure(ctx: Context, failure: Failure): Promise<Outcome> {
  const outcome = await toOutcome(ctx, failure)
  return outcome.kind === 'redirect' ? outcome : { ...outcome, headers: headersOf(failure.error) }
}

/** Returns the type of an error that the client may see. */
export function visibleType(error: TypedAuthError): string {
  return traitsOf(error).visible ? error.type : 'Configuration'
}

async function toOutcome(ctx: Context, failure: Failure): Promise<Exclude<Outcome, ScriptOutcome>> {
  const { error, reader } = failure
  const { status, page } = traitsOf(error)
  const type = visibleType(error)
  const wantsJson = reader === 'program' || ctx.request.headers.has('x-auth-return-redirect')
  switch (reader === 'program' ? 'none' : page) {
    case 'none':
      return wantsJson ? answerJson(jsonBody(failure), status) : errorPage(ctx, type, status)
    case 'error':
      return { ...redirectTo(errorPageUrl(ctx, error)), error: type }
    case 'signIn':
      return { ...redirectTo(await retryUrl(ctx, failure)), error: type }
  }
}

/** Returns the URL of the page that explains an error. */
export function errorPageUrl(ctx: Context, error: TypedAuthError): SafeUrl {
  return pageUrl(ctx, 'error', 'error', { error: visibleType(error) })
}

/** Returns the URL of the sign-in page, from which a retry leads to the same page. */
async function retryUrl(ctx: Context, { error, callbackUrl }: Failure): Promise<SafeUrl> {
  const target = callbackUrl === undefined ? undefined : await resolveRedirect(ctx, callbackUrl)
  const params = { error: visibleType(error), code: codeOf(error), callbackUrl: target }
  return pageUrl(ctx, 'signIn', 'signin', params)
}

/**
 * A failed session read returns `null`, because a client would take an error object for a session.
 * The messages of logged errors describe our servers and the servers that we call, so the client
 * does not get them.
 */
function jsonBody({ error, path }: Failure): unknown {
  if (path?.action === 'session') return null
  const { visible, level } = traitsOf(error)
  const message = visible && level !== 'error' ? error.message : 'See the server log.'
  return { error: visibleType(error), message }
}

function codeOf(error: TypedAuthError): string | undefined {
  const hasCode = error.type === 'CredentialsSignin' || error.type === 'OAuthCallbackError'
  return hasCode && typeof error.code === 'string' ? error.code : undefined
}
