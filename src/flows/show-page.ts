import { isOAuth } from '../config/providers.js'
import type { Context, RouteContext } from '../context/context.js'
import { csrfToken } from '../context/csrf.js'
import { redirectTo, showPage, type Outcome, type PageOutcome } from '../context/outcome.js'
import { customPageUrl, resolveRedirect, routeUrl } from '../context/redirects.js'
import { errorTraits, type AuthErrorType } from '../errors/traits.js'
import { renderErrorPage } from '../pages/error-page.js'
import type { SignInOption } from '../pages/sign-in-option.js'
import { renderSignInPage } from '../pages/sign-in-page.js'
import { renderSignOutPage } from '../pages/sign-out-page.js'
import { renderVerifyRequestPage } from '../pages/verify-request-page.js'
import { wantedUrl } from './form-fields.js'

/** The sign-in page, the application's own or ours; with a provider in the path, only that one. */
export async function showSignIn(ctx: RouteContext): Promise<Outcome> {
  const error = ctx.query.get('error') ?? undefined
  const code = ctx.query.get('code') ?? undefined
  const callbackUrl = await resolveRedirect(ctx, wantedUrl(ctx))
  const custom = customPageUrl(ctx, 'signIn', { callbackUrl, error, code })
  if (custom) return redirectTo(custom)
  const token = await csrfToken(ctx)
  return showPage((nonce) =>
    renderSignInPage({
      ...shell(ctx, nonce),
      csrfToken: token,
      callbackUrl,
      providers: signInOptions(ctx),
      error: error === undefined ? undefined : { type: error, code },
      email: ctx.query.get('email') ?? undefined,
    }),
  )
}

/** The page that asks before it signs out. */
export async function showSignOut(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, wantedUrl(ctx))
  const custom = customPageUrl(ctx, 'signOut', { callbackUrl })
  if (custom) return redirectTo(custom)
  const token = await csrfToken(ctx)
  return showPage((nonce) =>
    renderSignOutPage({
      ...shell(ctx, nonce),
      csrfToken: token,
      callbackUrl,
      signoutUrl: routeUrl(ctx, 'signout'),
    }),
  )
}

/** The page that says what went wrong. */
export async function showError(ctx: RouteContext): Promise<Outcome> {
  const type = ctx.query.get('error') ?? ''
  const custom = customPageUrl(ctx, 'error', { error: type || undefined })
  return custom ? redirectTo(custom) : errorPage(ctx, type, pageStatus(type))
}

/** The page after a sign-in by mail was asked for. */
export async function showVerifyRequest(ctx: RouteContext): Promise<Outcome> {
  const custom = customPageUrl(ctx, 'verifyRequest', Object.fromEntries(ctx.query))
  return custom
    ? redirectTo(custom)
    : showPage((nonce) => renderVerifyRequestPage(shell(ctx, nonce)))
}

/** Our error page, in place of the answer that could not be given. */
export function errorPage(ctx: Context, type: string, status: number): PageOutcome {
  const signinUrl = routeUrl(ctx, 'signin')
  return showPage((nonce) => renderErrorPage({ ...shell(ctx, nonce), type, signinUrl }), status)
}

function pageStatus(type: string): number {
  if (type === 'Configuration') return 500
  const traits = Object.hasOwn(errorTraits, type) && errorTraits[type as AuthErrorType]
  return traits && traits.visible ? traits.status : 400
}

function shell(ctx: Context, nonce: string): Parameters<typeof renderVerifyRequestPage>[0] {
  return { theme: ctx.config.theme, nonce, siteUrl: ctx.origin }
}

function signInOptions(ctx: RouteContext): readonly SignInOption[] {
  const providers = ctx.provider ? [ctx.provider] : [...ctx.config.providers.values()]
  return providers.map((provider) =>
    isOAuth(provider)
      ? {
          type: provider.type,
          id: provider.id,
          name: provider.name,
          style: provider.style,
          signinUrl: routeUrl(ctx, `signin/${provider.id}`),
        }
      : {
          type: provider.type,
          id: provider.id,
          name: provider.name,
          credentials: provider.credentials,
          callbackUrl: routeUrl(ctx, `callback/${provider.id}`),
        },
  )
}
