import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import {
  customPageUrl,
  pageUrl,
  resolveRedirect,
  routeUrl,
  type SafeUrl,
} from '../../context/redirects.js'
import { requireMailPage } from '../../context/require-mailer.js'
import type { PasswordProblem } from '../../model/password.js'
import type { PasswordTexts } from '../../model/password-texts.js'
import type { CredentialInputs } from '../../model/credentials.js'
import type { ErrorWords, Language } from '../../model/page-texts.js'
import { renderAddPasswordPage } from '../../pages/add-password-page.js'
import { renderAddressPage } from '../../pages/address-page.js'
import { renderChangePasswordPage } from '../../pages/change-password-page.js'
import type { PageShell } from '../../pages/document.js'
import { findErrorText } from '../../pages/error-texts.js'
import { renderMailSentPage } from '../../pages/mail-sent-page.js'
import type { SignInPageProps } from '../../pages/sign-in-page.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { pageShell } from '../pages/page-shell.js'
import { findPasskeySignUp } from '../pages/passkey-options.js'
import { askedAddress } from './ask-for-mail.js'
import { canEndSessions } from '../end-sessions.js'
import { findShownName } from './new-user-name.js'
import type { PasswordProvider } from './password-provider.js'
import { passwordTextsOf } from './password-texts.js'

const addressPages = {
  'sign-up': { page: 'signUp', route: 'signup' },
  'forgot-password': { page: 'forgotPassword', route: 'forgot-password' },
} as const

/** Shows the page that asks for an address, to sign up or to get a new password. */
export async function showAddressPage(
  ctx: RouteContext,
  kind: keyof typeof addressPages,
  provider: PasswordProvider,
): Promise<Outcome> {
  requireMailPage(ctx)
  const { page, route } = addressPages[kind]
  const { callbackUrl, custom } = await openPage(ctx, page)
  if (custom) return redirectTo(custom)
  const shell = await passwordShell(ctx)
  const passkeys = kind === 'sign-up' ? await findPasskeySignUp(ctx, shell.language) : undefined
  const props = {
    ...shell,
    kind,
    action: routeUrl(ctx, route),
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    email: ctx.query.get('email') ?? undefined,
    error: errorWords(ctx, shell),
    newPassword:
      kind === 'sign-up' && !provider.passwords.requiresProof
        ? { minLength: provider.passwords.minLength, problem: problemOf(ctx, provider) }
        : undefined,
    isEmailInvalid: ctx.query.get('error') === 'InvalidEmailAddress',
    signinUrl: pageUrl(ctx, 'signIn', 'signin', { callbackUrl }),
    passkeys,
  }
  const document = showPage((nonce) => renderAddressPage({ ...props, nonce }))
  return { ...document, hasScript: passkeys?.scriptUrl !== undefined }
}

/** Shows the page after a visitor asked for a mail. It is the same for every address. */
export async function showMailSent(ctx: RouteContext): Promise<Outcome> {
  const asked = await askedAddress.find(ctx)
  // A visitor who asked for nothing, or whose cookie has expired, starts again.
  if (!asked) return redirectTo(pageUrl(ctx, 'signIn', 'signin'))
  const shell = await passwordShell(ctx)
  const props = { ...shell, email: asked.email, signinUrl: pageUrl(ctx, 'signIn', 'signin') }
  return showPage((nonce) => renderMailSentPage({ ...props, nonce }))
}

/** Shows the page on which the signed-in user changes the password, or asks for the first one. */
export async function showChangePassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<Outcome> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (!current) {
    const callbackUrl = routeUrl(ctx, 'change-password')
    return redirectTo(pageUrl(ctx, 'signIn', 'signin', { callbackUrl }))
  }
  const { callbackUrl, custom } = await openPage(ctx, 'changePassword')
  if (custom) return redirectTo(custom)
  const stored = await operationsOf(ctx).passwords.find(current.user.id)
  const shell = await passwordShell(ctx)
  const error = ctx.query.get('error')
  const props = {
    ...shell,
    action: routeUrl(ctx, 'change-password'),
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    email: current.user.email,
  }
  if (!stored) {
    requireMailPage(ctx)
    return showPage((nonce) =>
      renderAddPasswordPage({ ...props, error: errorWords(ctx, shell), nonce }),
    )
  }
  const userName = await findShownName(ctx, provider, current.user)
  const isCurrentWrong = error === 'CredentialsSignin'
  const forgotPasswordUrl = ctx.config.mailer && pageUrl(ctx, 'forgotPassword', 'forgot-password')
  return showPage((nonce) =>
    renderChangePasswordPage({
      ...props,
      userName,
      minLength: provider.passwords.minLength,
      problem: problemOf(ctx, provider),
      isCurrentWrong,
      endsSessions: canEndSessions(ctx),
      forgotPasswordUrl,
      error: isCurrentWrong ? undefined : errorWords(ctx, shell),
      nonce,
    }),
  )
}

/** Redirects from the address that password managers know. */
export async function findChangePassword(ctx: RouteContext): Promise<Outcome> {
  return redirectTo(pageUrl(ctx, 'changePassword', 'change-password'))
}

/** Returns the fields of the sign-in form with labels in the language of the page. */
export async function labelFields(
  ctx: SignInContext,
  { credentials, passwords }: PasswordProvider,
  language: Language,
): Promise<CredentialInputs> {
  const texts = await passwordTextsOf(ctx, language)
  const labels = new Map([
    ['email', language.texts.signIn.email],
    [
      'username',
      passwords.identifier === 'either' ? texts.fields.emailOrUsername : texts.fields.username,
    ],
    ['password', texts.fields.password],
  ])
  const entries = Object.entries(credentials)
  return Object.fromEntries(
    entries.map(([name, input]) => [name, { ...input, label: labels.get(name) ?? input.label }]),
  )
}

/** Returns the link that the sign-in page shows with the form for a password. */
export async function linkPages(
  ctx: Context<ResolvedConfig>,
  { id }: PasswordProvider,
  wanted: unknown,
): Promise<SignInPageProps['passwordLinks']> {
  if (!ctx.config.mailer) return undefined
  const { texts } = await passwordShell(ctx)
  const callbackUrl = await resolveRedirect(ctx, wanted)
  const url = pageUrl(ctx, 'forgotPassword', 'forgot-password', { callbackUrl })
  return { providerId: id, forgotPassword: { url, text: texts.links.forgotPassword } }
}

/** Returns where the page is, if it is one of the app's own, and where it leads. */
export async function openPage(
  ctx: RouteContext,
  page: 'signUp' | 'forgotPassword' | 'resetPassword' | 'changePassword' | 'verifyEmail',
): Promise<{ readonly callbackUrl: SafeUrl; readonly custom: SafeUrl | undefined }> {
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const error = ctx.query.get('error') ?? undefined
  const code = ctx.query.get('code') ?? undefined
  return { callbackUrl, custom: customPageUrl(ctx, page, { callbackUrl, error, code }) }
}

type PasswordShell = Omit<PageShell, 'nonce'> & { readonly texts: PasswordTexts }

/** Returns what every page about passwords needs, except the nonce of its response. */
export async function passwordShell(ctx: Context): Promise<PasswordShell> {
  const shell = await pageShell(ctx)
  return { ...shell, texts: await passwordTextsOf(ctx, shell.language) }
}

/** The words for an error that no field explains. */
export function errorWords(
  { query }: RouteContext,
  { language }: PasswordShell,
): ErrorWords | undefined {
  const type = query.get('error')
  return type === null || type === 'InvalidPassword' || type === 'InvalidUserName'
    ? undefined
    : findErrorText(language.texts, type)
}

const problemTypes = ['known', 'guessable', 'not-text', 'same'] as const

/** What was wrong with the password that was typed before. The page knows the lengths itself. */
export function problemOf(
  { query }: RouteContext,
  { passwords }: PasswordProvider,
): PasswordProblem | undefined {
  if (query.get('error') !== 'InvalidPassword') return undefined
  const code = query.get('code')
  if (code === 'too-short') return { type: code, length: passwords.minLength }
  if (code === 'too-long') return { type: code, length: passwords.maxLength }
  const type = problemTypes.find((known) => known === code)
  return type && { type }
}
