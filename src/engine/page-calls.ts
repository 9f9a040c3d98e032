import { resolveConfig } from '../config/resolve.js'
import { toBasePath } from '../config/validate.js'
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
 * Everything that a sign-in page of the application's own needs, in one call: the ways to sign in,
 * where to go afterwards, and what went wrong, from the query of the request.
 *
 * Plain data without secrets, fit for the browser. It depends on the visitor's cookies and language,
 * so the page must not be kept in a shared cache. There is no cookie to set, and forms that end in
 * {@link signIn} or `useSignIn` need no token; for those that post to our routes there is
 * {@link issueCsrfToken}.
 *
 * Never rejects: while the config cannot be used there are no providers, and the error says so.
 */
export async function describeSignIn<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  wishes: PageOptions = {},
): Promise<SignInDescription> {
  const described = await runPageCall(request, given, (ctx) => describeSignInPage(ctx, wishes))
  if (described) return described
  return { ...(await describeOutage(request, wishes)), providers: [], callbackUrl: undefined }
}

/**
 * Everything that an error page of the application's own needs: what went wrong, from the query of
 * the request, in our words and the visitor's language, and where to go from there.
 *
 * Plain data without secrets. Never rejects.
 */
export async function describeError<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  wishes: PageOptions = {},
): Promise<ErrorPageDescription> {
  const described = await runPageCall(request, given, (ctx) => describeErrorPage(ctx, wishes))
  return described ?? describeOutage(request, wishes)
}

/** How someone is asked to sign in. */
export interface SignInDetour {
  /** Path and query, on this site, of the page to come back to. */
  readonly path?: string | undefined
  /** The page that asks, in place of the one of the config. */
  readonly page?: string | undefined
}

/**
 * Where someone goes who must sign in first, and comes back. Never rejects: while the config cannot
 * be used it is the built-in page, which says so.
 */
export async function locateSignIn<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { path, page }: SignInDetour = {},
): Promise<Target> {
  const found = await runPageCall(request, given, async (ctx) =>
    targetAt(ctx, signInUrl(ctx, path, page)),
  )
  return found ?? builtInPage(request, given, 'signin')
}

/** Where someone goes who is signed in and still may not have what they asked for. Never rejects. */
export async function locateRefusal<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<Target> {
  const found = await runPageCall(request, given, async (ctx) =>
    targetAt(ctx, pageUrl(ctx, 'error', 'error', { error: 'AccessDenied' })),
  )
  return found ?? builtInPage(request, given, 'error')
}

/**
 * The token that a form must carry, as `csrfToken`, when it posts to one of our routes; undefined
 * when there is no check. The cookies must go out with the page that has the form.
 *
 * Never rejects: whatever goes wrong is logged and means no token.
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

/** What pages say while nothing can be done here: the log has the cause. */
async function describeOutage(
  request: Request,
  { language: wanted }: PageOptions,
): Promise<ErrorPageDescription> {
  const acceptLanguage = request.headers.get('accept-language')
  const language = await findLanguage({ acceptLanguage, wanted })
  const error = describeErrorType('Configuration', { language, signinUrl: '', siteUrl: '' })
  return { ...describeLanguage(language), error }
}
