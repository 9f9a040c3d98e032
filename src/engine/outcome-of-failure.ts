import type { ResolvedConfig } from '../config/resolved-config.js'
import type { Context } from '../context/context.js'
import { keepEnteredNames } from '../context/entered-names.js'
import { answerJson, redirectTo, type Outcome, type ScriptOutcome } from '../context/outcome.js'
import { pageUrl, resolveRedirect, type SafeUrl } from '../context/redirects.js'
import { shownType, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { headersOf } from '../errors/error-headers.js'
import { rememberReport } from '../flows/pages/last-report.js'
import { errorPage, type ShownError } from '../flows/pages/show-page.js'
import { findPasswordProvider, loadPasswordFlows } from '../flows/password/password-provider.js'
import type { PagesOptions } from '../model/options.js'
import type { Failure } from './dispatch.js'

/** Decides what the client learns about a failure. */
export async function outcomeOfFailure(
  ctx: Context<ResolvedConfig>,
  failure: Failure,
): Promise<Outcome> {
  const outcome = await toOutcome(ctx, failure)
  return outcome.kind === 'redirect' ? outcome : { ...outcome, headers: headersOf(failure.error) }
}

async function toOutcome(
  ctx: Context<ResolvedConfig>,
  failure: Failure,
): Promise<Exclude<Outcome, ScriptOutcome>> {
  const { error, reader } = failure
  const [report] = failure.reports
  const { status, page } = traitsOf(error)
  const type = shownType(error)
  const wantsJson = reader === 'program' || ctx.request.headers.has('x-auth-return-redirect')
  const shown = reader === 'program' ? 'none' : page
  if (shown !== 'none') rememberReport(ctx, type, report)
  switch (shown) {
    case 'none':
      return wantsJson
        ? answerJson(jsonBody(failure), status)
        : errorPage(ctx, { type, status, report, ...(await findForgotPassword(ctx, failure)) })
    case 'error':
      return { ...redirectTo(errorPageUrl(ctx, error)), error: type }
    case 'signIn':
      // A script still has its own form.
      if (!wantsJson) await keepEnteredNames(ctx)
      return { ...redirectTo(await findRetryUrl(ctx, failure)), error: type }
  }
}

/**
 * Strangers may have used up the attempts at a password. Its owner can choose another one by mail, and
 * is signed in with it.
 */
async function findForgotPassword(
  ctx: Context<ResolvedConfig>,
  { error, path, callbackUrl }: Failure,
): Promise<Pick<ShownError, 'forgotPassword'> | undefined> {
  const provider = findPasswordProvider(ctx.config)
  const isPassword = path?.action === 'callback' && path.providerId === provider?.id
  if (!provider || !isPassword || error.type !== 'TooManyRequests') return undefined
  return (await loadPasswordFlows(provider)).linkPages(ctx, provider, callbackUrl)
}

/** Returns the URL of the page that explains an error. */
export function errorPageUrl(ctx: Context, error: TypedAuthError): SafeUrl {
  return pageUrl(ctx, 'error', 'error', { error: shownType(error) })
}

/** The pages with the forms that post to an action. All others are on the sign-in page. */
const formPages: Readonly<Record<string, FormPage>> = {
  signup: ['signUp', 'signup'],
  'forgot-password': ['forgotPassword', 'forgot-password'],
  'reset-password': ['resetPassword', 'reset-password'],
  'change-password': ['changePassword', 'change-password'],
  'remove-password': ['changePassword', 'change-password'],
  'verify-email': ['verifyEmail', 'verify-email'],
  'second-factor': ['secondFactor', 'second-factor'],
  factors: ['factors', 'factors'],
  'add-factor': ['addFactor', 'add-factor'],
  'remove-factor': ['factors', 'factors'],
  'recovery-codes': ['factors', 'factors'],
  confirm: ['confirm', 'confirm'],
  account: ['account', 'account'],
  'update-profile': ['account', 'account'],
  'end-session': ['account', 'account'],
  'unlink-account': ['account', 'account'],
  'rename-passkey': ['account', 'account'],
  'remove-passkey': ['account', 'account'],
  'export-account': ['account', 'account'],
  'delete-account': ['deleteAccount', 'delete-account'],
  'keep-account': ['keepAccount', 'keep-account'],
}

/** Returns the URL of the page with the form, from which a retry leads to the same page. */
async function findRetryUrl(ctx: Context, failure: Failure): Promise<SafeUrl> {
  const { error, path, callbackUrl, retryUrl } = failure
  if (retryUrl !== undefined) return retryUrl
  const { action = 'signin' } = path ?? {}
  const form = formPageOf(ctx, action) ?? signInPage
  const target = callbackUrl === undefined ? undefined : await resolveRedirect(ctx, callbackUrl)
  const own = target === undefined ? undefined : await findOwnPage(ctx, target, form)
  const next = own ? own.callbackUrl : target
  if (error.type === 'ConfirmationRequired') {
    // Afterwards the user sees the page with the form again. A posted form is never repeated.
    const page = formPageOf(ctx, action) && pageUrl(ctx, ...form, { callbackUrl: next })
    return pageUrl(ctx, 'confirm', 'confirm', { callbackUrl: own?.url ?? page ?? target })
  }
  const isOver = beginsAgain.has(error.type)
  return pageUrl(ctx, ...(isOver ? signInPage : form), {
    error: shownType(error),
    code: codeOf(error),
    form: hasTwoForms(ctx, action) ? action : undefined,
    callbackUrl: isOver ? (own?.url ?? target) : next,
  })
}

/** The page of a form that leads back to it. */
interface OwnPage {
  /** Without what it says after a change, because nothing was changed. */
  readonly url: string
  /** Where the page itself leads to. */
  readonly callbackUrl: SafeUrl | undefined
}

/** Returns the page of a form if the form leads to it, as those of the account page do. */
async function findOwnPage(
  ctx: Context,
  target: SafeUrl,
  form: FormPage,
): Promise<OwnPage | undefined> {
  const { origin, pathname, searchParams, hash } = new URL(target)
  const page = new URL(pageUrl(ctx, ...form))
  if (origin !== page.origin || pathname !== page.pathname) return undefined
  const next = searchParams.get('callbackUrl')
  const callbackUrl = next === null ? undefined : await resolveRedirect(ctx, next)
  return { url: pageUrl(ctx, ...form, { callbackUrl }) + hash, callbackUrl }
}

/** Only the account page has a form for a new address, and it also has one that removes the password. */
function formPageOf({ config }: Context, action: string): FormPage | undefined {
  if (action === 'change-email') return config.account && formPages['account']
  if (action === 'remove-password' && config.account) return formPages['account']
  return formPages[action]
}

/** Whether the page with the form has another one that fails with the same error. */
function hasTwoForms({ config }: Context, action: string): boolean {
  return action === 'remove-password' && config.account !== undefined
}

type FormPage = readonly [keyof PagesOptions, string]

const signInPage: FormPage = ['signIn', 'signin']

/** The errors after which the visitor signs in again, whichever form was posted. */
const beginsAgain: ReadonlySet<TypedAuthError['type']> = new Set([
  'SessionRequired',
  'PendingSignInLost',
])

/**
 * A failed session read returns `null`, because a client would take an error object for a session.
 * The messages of logged errors describe our servers and the servers that we call, so the client
 * does not get them.
 */
function jsonBody({ error, path }: Failure): unknown {
  if (path?.action === 'session') return null
  const { visible, level } = traitsOf(error)
  const message = visible && level !== 'error' ? error.message : 'See the server log.'
  return { error: shownType(error), message }
}

function codeOf(error: TypedAuthError): string | undefined {
  if (error.type === 'InvalidPassword') return problemType(error.problem)
  if (error.type === 'InvalidUserName') return error.problem === 'taken' ? 'taken' : 'not-allowed'
  const hasCode =
    error.type === 'CredentialsSignin' ||
    error.type === 'OAuthCallbackError' ||
    error.type === 'InvalidCode'
  return hasCode && typeof error.code === 'string' ? error.code : undefined
}

function problemType(problem: unknown): string | undefined {
  const { type } = Object(problem) as { readonly type?: unknown }
  return typeof type === 'string' ? type : undefined
}
