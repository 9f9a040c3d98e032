import { isEmail, isOAuth, isWebAuthn, type ResolvedProvider } from '../../config/providers.js'
import type { Context, RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { dropEnteredNames, findEnteredNames } from '../../context/entered-names.js'
import { findLastSignIn } from '../../context/last-sign-in.js'
import { findMailRequest, type MailRequest } from '../../context/mail-cookie.js'
import { redirectTo, showPage, type Outcome, type PageOutcome } from '../../context/outcome.js'
import { customPageUrl, resolveRedirect, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { errorTraits, type AuthErrorType } from '../../errors/traits.js'
import type { MistakeReport } from '../../model/mistake-report.js'
import type { Language } from '../../model/page-texts.js'
import { renderErrorPage, type ErrorPageProps } from '../../pages/error-page.js'
import type { SignInOption } from '../../pages/sign-in-option.js'
import { renderSignInPage, type SignInPageProps } from '../../pages/sign-in-page.js'
import { renderSignOutPage } from '../../pages/sign-out-page.js'
import { renderVerifyRequestPage, type CodeFormProps } from '../../pages/verify-request-page.js'
import {
  findPasswordProvider,
  loadPasswordFlows,
  type PasswordProvider,
} from '../password/password-provider.js'
import { labelCredentials } from './label-credentials.js'
import { lastReport } from './last-report.js'
import { pageShell } from './page-shell.js'
import { passkeyScriptUrl, toPasskeyOption } from './passkey-options.js'
import { redirectAtOnce } from './redirect-at-once.js'
import { showGrant } from './show-grant.js'
import { findSignUpUrl } from './show-sign-up.js'

/**
 * Shows the app's own sign-in page or the built-in one. If the path names a provider, it shows only
 * that one.
 */
export async function showSignIn(ctx: RouteContext): Promise<Outcome> {
  const error = ctx.query.get('error') ?? undefined
  const code = ctx.query.get('code') ?? undefined
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  // Not on the app's own page, which does not know what the user is asked for.
  const grantPage = await showGrant(ctx, callbackUrl)
  if (grantPage) return grantPage
  const custom = customPageUrl(ctx, 'signIn', { callbackUrl, error, code })
  if (custom) return redirectTo(custom)
  const redirect = await redirectAtOnce(ctx, callbackUrl)
  if (redirect) return redirect
  const token = await csrfToken(ctx)
  const last = await findLastSignIn(ctx)
  const entered = error === undefined ? undefined : await findEnteredNames(ctx)
  dropEnteredNames(ctx)
  const shell = await pageShell(ctx)
  const scriptUrl = await passkeyScriptUrl(ctx, providersOf(ctx))
  const passwords = findPasswordProvider(ctx.config)
  const passwordLinks = passwords && (await linkPasswordPages(ctx, passwords))
  const providers = await signInOptions(ctx, shell.language)
  const page = showPage((nonce) =>
    renderSignInPage({
      ...shell,
      nonce,
      csrfToken: token,
      callbackUrl,
      scriptUrl,
      providers,
      reports: signInReports(ctx, error),
      lastUsed: last?.providerId,
      error: error === undefined ? undefined : { type: error, code },
      email: ctx.query.get('email') ?? undefined,
      entered,
      passwordLinks,
      signUp: linkSignUp(ctx, shell.language, callbackUrl),
    }),
  )
  return { ...page, hasScript: scriptUrl !== undefined, formTarget: callbackUrl }
}

async function linkPasswordPages(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<SignInPageProps['passwordLinks']> {
  return (await loadPasswordFlows(provider)).linkPages(ctx, provider, ctx.callbackUrl)
}

/** The page of one provider has the link if visitors sign up with this provider. */
function linkSignUp(
  ctx: RouteContext,
  { texts }: Language,
  callbackUrl: SafeUrl,
): SignInPageProps['signUp'] {
  const passwords = findPasswordProvider(ctx.config)
  const isShown = providersOf(ctx).some((one) => one === passwords || isWebAuthn(one))
  const url = isShown ? findSignUpUrl(ctx, { callbackUrl }) : undefined
  return url === undefined ? undefined : { url, text: texts.links.noAccount }
}

/** Shows the page that asks for confirmation before the sign-out. */
export async function showSignOut(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const custom = customPageUrl(ctx, 'signOut', { callbackUrl })
  if (custom) return redirectTo(custom)
  const token = await csrfToken(ctx)
  const shell = await pageShell(ctx)
  const page = showPage((nonce) =>
    renderSignOutPage({
      ...shell,
      nonce,
      csrfToken: token,
      callbackUrl,
      signoutUrl: routeUrl(ctx, 'signout'),
    }),
  )
  return { ...page, formTarget: callbackUrl }
}

/** Shows the page that says what went wrong. */
export async function showError(ctx: RouteContext): Promise<Outcome> {
  const type = ctx.query.get('error') ?? ''
  const custom = customPageUrl(ctx, 'error', { error: type || undefined })
  if (custom) return redirectTo(custom)
  return errorPage(ctx, { type, status: pageStatus(type), report: lastReport(ctx, type) })
}

/**
 * Shows the page after a visitor requested a sign-in mail. It has a field for the code if the mail
 * has one.
 */
export async function showVerifyRequest(ctx: RouteContext): Promise<Outcome> {
  const custom = customPageUrl(ctx, 'verifyRequest', Object.fromEntries(ctx.query))
  if (custom) return redirectTo(custom)
  const provider = ctx.config.providers.get(ctx.query.get('provider') ?? '')
  const passwords = findPasswordProvider(ctx.config)
  if (passwords && provider === passwords) {
    return (await loadPasswordFlows(passwords)).showMailSent(ctx, passwords)
  }
  const asked = provider && (await findMailRequest(ctx, provider.id))
  const code = provider && asked && (await codeForm(ctx, provider, asked))
  const shell = await pageShell(ctx)
  const signinUrl = routeUrl(ctx, 'signin')
  const props = { ...shell, email: asked?.identifier, code, signinUrl }
  return showPage((nonce) => renderVerifyRequestPage({ ...props, nonce }))
}

/** An error for the built-in error page. */
export interface ShownError {
  readonly type: string
  readonly status: number
  /** What the log says. Set on the dev server only. */
  readonly report: MistakeReport | undefined
  /** The page on which the visitor can ask for a new password, if that helps. */
  readonly forgotPassword?: ErrorPageProps['forgotPassword']
}

/** Shows the built-in error page instead of the response that failed. */
export async function errorPage(
  ctx: Context,
  { type, status, report, forgotPassword }: ShownError,
): Promise<PageOutcome> {
  const signinUrl = routeUrl(ctx, 'signin')
  const reports = report ? [report] : []
  const props = { ...(await pageShell(ctx)), type, signinUrl, reports, forgotPassword }
  return showPage((nonce) => renderErrorPage({ ...props, nonce }), status)
}

function pageStatus(type: string): number {
  if (type === 'Configuration') return 500
  const traits = Object.hasOwn(errorTraits, type) && errorTraits[type as AuthErrorType]
  return traits && traits.visible ? traits.status : 400
}

async function codeForm(
  ctx: RouteContext,
  provider: ResolvedProvider,
  { callbackUrl }: MailRequest,
): Promise<CodeFormProps | undefined> {
  if (!isEmail(provider) || provider.codeLength === undefined) return undefined
  return {
    url: routeUrl(ctx, `callback/${provider.id}`),
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    length: provider.codeLength,
    error: ctx.query.get('error') ?? undefined,
  }
}

async function signInOptions(
  ctx: RouteContext,
  language: Language,
): Promise<readonly SignInOption[]> {
  return Promise.all(providersOf(ctx).map((provider) => toOption(ctx, provider, language)))
}

/**
 * On the dev server, the page says why the last sign-in failed, or why there is no way to sign in.
 */
function signInReports(ctx: RouteContext, error: string | undefined): readonly MistakeReport[] {
  const last = error === undefined ? undefined : lastReport(ctx, error)
  if (last) return [last]
  const { providers, disabledProviders } = ctx.config
  if (providers.size > 0) return []
  return [...disabledProviders.values()].flatMap((mistake) => ctx.log.report(mistake) ?? [])
}

function providersOf({ provider, config }: RouteContext): readonly ResolvedProvider[] {
  return provider ? [provider] : [...config.providers.values()]
}

async function toOption(
  ctx: RouteContext,
  provider: ResolvedProvider,
  language: Language,
): Promise<SignInOption> {
  const { id, name } = provider
  const signinUrl = routeUrl(ctx, `signin/${id}`)
  if (isOAuth(provider)) return { type: provider.type, id, name, style: provider.style, signinUrl }
  if (isEmail(provider)) return { type: 'email', id, name, signinUrl }
  if (isWebAuthn(provider)) return toPasskeyOption(ctx, provider, language)
  const callbackUrl = routeUrl(ctx, `callback/${id}`)
  const credentials = await labelCredentials(ctx, provider, language)
  return { type: 'credentials', id, name, credentials, callbackUrl }
}
