import { resolveConfig } from '../config/resolve.js'
import { toBasePath } from '../config/validate-pages.js'
import { openContext, type SignInContext } from '../context/context.js'
import { csrfToken } from '../context/csrf.js'
import { pageUrl, signInUrl } from '../context/redirects.js'
import {
  describeErrorPage,
  describeLanguage,
  describeSignInPage,
  type ErrorPageDescription,
  type PageOptions,
  type SignInDescription,
} from '../flows/pages/describe-page.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { describeErrorType } from '../pages/describe-error.js'
import { findLanguage } from '../pages/find-language.js'
import { targetAt, type CallResult, type Target } from './calls.js'
import { reportError } from './report-error.js'

/**
 * Returns everything that your own sign-in page needs: the providers, the page to open afterwards,
 * and the error message, both from the request's query.
 *
 * The result is plain data without secrets, so you can send it to the browser. It depends on the
 * visitor's cookies and language, so do not store the page in a shared cache. Forms that call
 * {@link signIn} or `useSignIn` need no CSRF token. Forms that post to the auth routes need one
 * from {@link issueCsrfToken}.
 *
 * Never rejects. While the config is invalid, the list of providers is empty and the error says so.
 */
export async function describeSignIn<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  options: PageOptions = {},
): Promise<SignInDescription> {
  const described = await runPageCall(request, given, (ctx) => describeSignInPage(ctx, options))
  if (described) return described
  return {
    ...(await describeOutage(request, options)),
    providers: [],
    callbackUrl: undefined,
    signUpUrl: undefined,
  }
}

/**
 * Returns everything that your own error page needs: the message for the error in the request's
 * query, in the visitor's language, and the links to continue.
 *
 * The result is plain data without secrets. Never rejects.
 */
export async function describeError<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  options: PageOptions = {},
): Promise<ErrorPageDescription> {
  const described = await runPageCall(request, given, (ctx) => describeErrorPage(ctx, options))
  return described ?? describeOutage(request, options)
}

/** The options of {@link locateSignIn}. */
export interface SignInDetour {
  /** Path and query of the page to return to, on this site. A very long one is left out. */
  readonly callbackUrl?: string | undefined
  /** The sign-in page to use instead of the configured one. */
  readonly page?: string | undefined
}

/**
 * Returns the sign-in page to redirect a visitor to, with the way back. Never rejects. While the
 * config is invalid, returns the built-in page, which says so.
 */
export async function locateSignIn<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { callbackUrl, page }: SignInDetour = {},
): Promise<Target> {
  const found = await runPageCall(request, given, async (ctx) =>
    targetAt(ctx, signInUrl(ctx, callbackUrl, page)),
  )
  return found ?? builtInPage(request, given, 'signin')
}

/**
 * Returns the error page to redirect a signed-in user to who may not open the requested page. Never
 * rejects.
 */
export async function locateRefusal<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<Target> {
  const found = await runPageCall(request, given, async (ctx) =>
    targetAt(ctx, pageUrl(ctx, 'error', 'error', { error: 'AccessDenied' })),
  )
  return found ?? builtInPage(request, given, 'error')
}

/** The options of {@link locateConfirmation}. */
export interface ConfirmationDetour extends Pick<SignInDetour, 'callbackUrl'> {
  /** How many factors are needed. With `2`, a user who has no second factor is led to set one up. */
  readonly factors?: 1 | 2 | undefined
}

/**
 * Returns the page to redirect a signed-in user to who has to confirm their identity, with the way
 * back. Never rejects.
 */
export async function locateConfirmation<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { callbackUrl, factors }: ConfirmationDetour = {},
): Promise<Target> {
  const needed = factors === 2 ? '2' : undefined
  const found = await runPageCall(request, given, async (ctx) =>
    targetAt(ctx, pageUrl(ctx, 'confirm', 'confirm', { callbackUrl, factors: needed })),
  )
  return found ?? builtInPage(request, given, 'confirm')
}

/**
 * Returns the CSRF token that a form must send as `csrfToken` if it posts to an auth route.
 * Undefined if the check is turned off. Your response must set the returned cookies together with
 * the form.
 *
 * Never rejects. An error is logged, and the token is undefined.
 */
export async function issueCsrfToken<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<CallResult<string | undefined>> {
  const issued = await runPageCall(request, given, async (ctx) => ({
    data: await csrfToken(ctx),
    cookies: ctx.jar.changes(),
  }))
  return issued ?? { data: undefined, cookies: [] }
}

async function runPageCall<S extends DefaultSession, T>(
  request: Request,
  given: AuthConfig<S>,
  ask: (ctx: SignInContext) => Promise<T>,
): Promise<T | undefined> {
  const { config } = resolveConfig(given)
  if (!config) return undefined
  try {
    return await ask(openContext(request, config))
  } catch (thrown) {
    reportError(config.log, thrown)
    return undefined
  }
}

function builtInPage<S extends DefaultSession>(
  request: Request,
  { basePath }: AuthConfig<S>,
  route: string,
): Target {
  const path = `${toBasePath(basePath)}/${route}`
  return { url: new URL(path, request.url).href, path }
}

/** Describes the pages while the config is invalid. The log contains the cause. */
async function describeOutage(
  request: Request,
  { language: preferred }: PageOptions,
): Promise<ErrorPageDescription> {
  const acceptLanguage = request.headers.get('accept-language')
  const language = await findLanguage({ acceptLanguage, preferred })
  const error = describeErrorType('Configuration', { language, signinUrl: '', siteUrl: '' })
  return { ...describeLanguage(language), error }
}
