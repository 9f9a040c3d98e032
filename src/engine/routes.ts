import {
  isCredentials,
  isEmail,
  isOAuth,
  isWebAuthn,
  type ResolvedProvider,
} from '../config/providers.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import type { Context, RouteContext } from '../context/context.js'
import { csrfToken } from '../context/csrf.js'
import { answerJson, redirectTo, type Outcome } from '../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../context/redirects.js'
import { InvalidProvider, UnknownAction } from '../errors/request-errors.js'
import { ConfirmationRequired } from '../errors/second-factor-errors.js'
import { loadAccountFlows, sectionOfRoute, type AccountRoute } from '../flows/account/load-flows.js'
import { loadConfirmFlows } from '../flows/confirm/load-flows.js'
import { credentialsCallback } from '../flows/credentials/credentials-callback.js'
import { finishEmail, openEmailLink } from '../flows/email/email-callback.js'
import { emailStart } from '../flows/email/email-start.js'
import { credentialFields } from '../flows/form-fields.js'
import { findGrantRequest, grantRequestField, paramsOf } from '../flows/grant-request.js'
import { AttemptFailed } from '../flows/oauth/attempt-failed.js'
import { loadOAuth } from '../flows/oauth/load-oauth.js'
import { servePasskeyScript } from '../flows/passkey/passkey-script.js'
import { returnFromProvider } from '../flows/oauth/provider-sign-out.js'
import { toPublicProvider } from '../flows/pages/public-provider.js'
import { showError, showSignIn, showSignOut, showVerifyRequest } from '../flows/pages/show-page.js'
import {
  findPasswordProvider,
  loadPasswordFlows,
  type PasswordFlow,
  type PasswordFlows,
} from '../flows/password/password-provider.js'
import {
  loadSecondFactorFlows,
  type SecondFactorFlow,
  type SecondFactorFlows,
} from '../flows/second-factor/load-flows.js'
import { signOut } from '../flows/sign-out.js'
import { webauthnCallback } from '../flows/passkey/webauthn-callback.js'
import { webauthnOptions } from '../flows/passkey/webauthn-options.js'
import { isChecked, parseForm } from '../http/body.js'
import { strategyOf } from '../session/choose-strategy.js'
import { measureRead } from '../session/measure-read.js'

/** One row of the route table: what one method of a path does. */
export type Route = RouteOfHead | RouteOfWhole

interface Row {
  readonly method: 'GET' | 'POST'
  readonly action: string
  /** What follows in the path: nothing, or the id of a provider of this type. */
  readonly provider: 'none' | 'any' | 'credentials' | 'email' | 'oauth' | 'oidc' | 'webauthn'
  /** The reader of the response: a program gets JSON, a person gets pages. */
  readonly reader: 'program' | 'person'
  /**
   * `form` means that a POST must come from a form of this site. A provider's response cannot meet
   * that.
   */
  readonly guard: 'form' | 'none'
}

/**
 * Needs only the head of the request. On servers where creating a whole `Request` is slow, that is
 * skipped.
 */
interface RouteOfHead extends Row {
  readonly reads: 'head'
  readonly guard: 'none'
  readonly flow: (ctx: Context<ResolvedConfig>) => Promise<Outcome>
}

interface RouteOfWhole extends Row {
  readonly reads: 'whole'
  readonly flow: (ctx: RouteContext) => Promise<Outcome>
}

/** The action at the address where password managers look for the page that changes a password. */
export const wellKnownChange = '/.well-known/change-password'

/* prettier-ignore */
export const routes: readonly Route[] = [
  { method: 'GET',  action: 'csrf',           provider: 'none',        reader: 'program', guard: 'none', reads: 'head',  flow: giveCsrfToken },
  { method: 'GET',  action: 'providers',      provider: 'none',        reader: 'program', guard: 'none', reads: 'head',  flow: listProviders },
  { method: 'GET',  action: 'session',        provider: 'none',        reader: 'program', guard: 'none', reads: 'head',  flow: readSession },
  { method: 'POST', action: 'session',        provider: 'none',        reader: 'program', guard: 'form', reads: 'whole', flow: updateSession },
  { method: 'GET',  action: 'signin',         provider: 'none',        reader: 'person',  guard: 'none', reads: 'whole', flow: showSignIn },
  { method: 'POST', action: 'signin',         provider: 'none',        reader: 'person',  guard: 'form', reads: 'whole', flow: askForProvider },
  { method: 'GET',  action: 'signin',         provider: 'any',         reader: 'person',  guard: 'none', reads: 'whole', flow: showSignIn },
  { method: 'POST', action: 'signin',         provider: 'credentials', reader: 'person',  guard: 'form', reads: 'whole', flow: askForProvider },
  { method: 'POST', action: 'signin',         provider: 'oauth',       reader: 'person',  guard: 'form', reads: 'whole', flow: startOAuth },
  { method: 'GET',  action: 'callback',       provider: 'oauth',       reader: 'person',  guard: 'none', reads: 'whole', flow: finishOAuth },
  { method: 'POST', action: 'callback',       provider: 'oauth',       reader: 'person',  guard: 'none', reads: 'whole', flow: finishOAuth },
  { method: 'POST', action: 'callback',       provider: 'credentials', reader: 'person',  guard: 'form', reads: 'whole', flow: finishCredentials },
  { method: 'POST', action: 'signin',         provider: 'email',       reader: 'person',  guard: 'form', reads: 'whole', flow: startEmail },
  { method: 'GET',  action: 'callback',       provider: 'email',       reader: 'person',  guard: 'none', reads: 'whole', flow: openLink },
  { method: 'POST', action: 'callback',       provider: 'email',       reader: 'person',  guard: 'form', reads: 'whole', flow: finishMail },
  { method: 'GET',  action: 'webauthn-script', provider: 'none',       reader: 'program', guard: 'none', reads: 'whole', flow: servePasskeyScript },
  { method: 'GET',  action: 'webauthn-options', provider: 'webauthn',  reader: 'program', guard: 'none', reads: 'whole', flow: beginCeremony },
  { method: 'POST', action: 'signin',         provider: 'webauthn',    reader: 'person',  guard: 'form', reads: 'whole', flow: askForProvider },
  { method: 'POST', action: 'callback',       provider: 'webauthn',    reader: 'person',  guard: 'form', reads: 'whole', flow: finishCeremony },
  { method: 'GET',  action: 'signout',        provider: 'none',        reader: 'person',  guard: 'none', reads: 'whole', flow: showSignOut },
  { method: 'GET',  action: 'signout',        provider: 'oidc',        reader: 'person',  guard: 'none', reads: 'whole', flow: returnFromProvider },
  { method: 'POST', action: 'signout',        provider: 'none',        reader: 'person',  guard: 'form', reads: 'whole', flow: endSession },
  { method: 'POST', action: 'backchannel-logout', provider: 'oidc',      reader: 'program', guard: 'none', reads: 'whole', flow: endSessionsOfProvider },
  { method: 'GET',  action: 'error',          provider: 'none',        reader: 'person',  guard: 'none', reads: 'whole', flow: showError },
  { method: 'GET',  action: 'verify-request', provider: 'none',        reader: 'person',  guard: 'none', reads: 'whole', flow: showVerifyRequest },
  { method: 'GET',  action: 'signup',          provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('showSignUp') },
  { method: 'POST', action: 'signup',          provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('signUp') },
  { method: 'GET',  action: 'forgot-password', provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('showForgotPassword') },
  { method: 'POST', action: 'forgot-password', provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('forgotPassword') },
  { method: 'GET',  action: 'reset-password',  provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('showResetPassword') },
  { method: 'POST', action: 'reset-password',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('resetPassword') },
  { method: 'GET',  action: 'change-password', provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('showChangePassword') },
  { method: 'POST', action: 'change-password', provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('changePassword') },
  { method: 'POST', action: 'remove-password', provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('removePassword') },
  { method: 'POST', action: 'change-email',    provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('changeEmail') },
  { method: 'GET',  action: 'verify-email',    provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('showVerifyEmail') },
  { method: 'POST', action: 'verify-email',    provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: passwordFlow('verifyEmail') },
  { method: 'GET',  action: 'second-factor',   provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: secondFactorFlow('showSecondFactor') },
  { method: 'POST', action: 'second-factor',   provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: secondFactorFlow('checkSecondFactor') },
  { method: 'GET',  action: 'factors',         provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: secondFactorFlow('showFactors') },
  { method: 'GET',  action: 'add-factor',      provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: secondFactorFlow('showAddFactor') },
  { method: 'POST', action: 'add-factor',      provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: secondFactorFlow('addFactor') },
  { method: 'POST', action: 'remove-factor',   provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: secondFactorFlow('removeFactor') },
  { method: 'POST', action: 'recovery-codes',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: secondFactorFlow('makeRecoveryCodes') },
  { method: 'GET',  action: 'confirm',         provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: showConfirm },
  { method: 'POST', action: 'confirm',         provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: confirmIdentity },
  { method: 'GET',  action: 'account',         provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: accountFlow('showAccount') },
  { method: 'POST', action: 'update-profile',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('updateProfile') },
  { method: 'POST', action: 'end-session',     provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('endSession') },
  { method: 'POST', action: 'unlink-account',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('unlinkAccount') },
  { method: 'POST', action: 'rename-passkey',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('renamePasskey') },
  { method: 'POST', action: 'remove-passkey',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('removePasskey') },
  { method: 'POST', action: 'export-account',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('exportAccount') },
  { method: 'GET',  action: 'delete-account',  provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: accountFlow('showDeleteAccount') },
  { method: 'POST', action: 'delete-account',  provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('deleteAccount') },
  { method: 'GET',  action: wellKnownChange,   provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: passwordFlow('findChangePassword') },
]

/** The actions that exist only in apps with a password provider. */
export const passwordActions: ReadonlySet<string> = new Set([
  'signup',
  'forgot-password',
  'reset-password',
  'change-password',
  'remove-password',
  'change-email',
  'verify-email',
  wellKnownChange,
])

/** The actions that exist only in apps with second factors. */
export const secondFactorActions: ReadonlySet<string> = new Set([
  'second-factor',
  'factors',
  'add-factor',
  'remove-factor',
  'recovery-codes',
])

/** The actions that exist only in apps with the account page. */
export const accountActions: ReadonlySet<string> = new Set([
  'account',
  'update-profile',
  'end-session',
  'unlink-account',
  'rename-passkey',
  'remove-passkey',
  'export-account',
  'delete-account',
])

async function giveCsrfToken(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  const token = await csrfToken(ctx)
  return token === undefined ? answerJson(null, 404) : answerJson({ csrfToken: token })
}

async function listProviders(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  const entries = [...ctx.config.providers].map(([id, one]) => [id, toPublicProvider(ctx, one)])
  return answerJson(Object.fromEntries(entries))
}

async function readSession(ctx: Context<ResolvedConfig>): Promise<Outcome> {
  return answerJson(await measureRead(ctx, () => strategyOf(ctx).read(ctx)))
}

async function updateSession(ctx: RouteContext): Promise<Outcome> {
  return answerJson(await strategyOf(ctx).update(ctx, ctx.fields['data']))
}

/** Credentials and passkeys have no start route, because the sign-in page contains their form. */
async function askForProvider(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const route = ctx.provider ? `signin/${ctx.provider.id}` : 'signin'
  return redirectTo(pageUrl(ctx, 'signIn', route, { callbackUrl }))
}

async function startOAuth(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  const { callbackUrl, fields } = ctx
  const asked = await findGrantRequest(ctx, fields[grantRequestField], provider.id)
  const link = asked ? asked.link : isChecked(fields['link'])
  const authorizationParams = [...ctx.authorizationParams]
  if (asked) authorizationParams.push(...paramsOf(asked, provider.party))
  const { oauthStart } = await loadOAuth()
  try {
    return await oauthStart(ctx, { provider, callbackUrl, link, authorizationParams })
  } catch (thrown) {
    if (!asked || !(thrown instanceof ConfirmationRequired)) throw thrown
    // Afterwards the user sees the page again that asks for the grant.
    const back = { callbackUrl: await resolveRedirect(ctx, callbackUrl) }
    const params = { ...back, [grantRequestField]: String(fields[grantRequestField]) }
    throw new AttemptFailed(thrown, routeUrl(ctx, `signin/${provider.id}`, params))
  }
}

/**
 * Parses a posted response again from its raw body, because a parameter that appears twice must be
 * detected.
 */
async function finishOAuth(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  // HEAD is a link preview and must not use up the response.
  if (ctx.request.method === 'HEAD') return answerJson(null)
  const isPosted = ctx.request.method === 'POST'
  const params = isPosted ? parseForm(await ctx.request.text()) : ctx.query
  const { oauthCallback } = await loadOAuth()
  return oauthCallback(ctx, provider, params)
}

async function startEmail(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isEmail)
  const { callbackUrl, fields } = ctx
  return emailStart(ctx, { provider, enteredAddress: fields['email'], callbackUrl })
}

async function openLink(ctx: RouteContext): Promise<Outcome> {
  return openEmailLink(ctx, requireProvider(ctx, isEmail))
}

async function finishMail(ctx: RouteContext): Promise<Outcome> {
  return finishEmail(ctx, requireProvider(ctx, isEmail))
}

async function beginCeremony(ctx: RouteContext): Promise<Outcome> {
  return webauthnOptions(ctx, requireProvider(ctx, isWebAuthn))
}

async function finishCeremony(ctx: RouteContext): Promise<Outcome> {
  return webauthnCallback(ctx, requireProvider(ctx, isWebAuthn))
}

async function finishCredentials(ctx: RouteContext): Promise<Outcome> {
  const { fields, callbackUrl, request } = ctx
  const provider = requireProvider(ctx, isCredentials)
  const credentials = credentialFields(fields)
  return credentialsCallback(ctx, { provider, credentials, callbackUrl, request })
}

/** The names of the flows that answer a route. */
type PasswordRoute = {
  [K in keyof PasswordFlows]: PasswordFlows[K] extends PasswordFlow ? K : never
}[keyof PasswordFlows]

/** Returns the flow of a route that exists only in apps with a password provider. */
function passwordFlow(name: PasswordRoute): RouteOfWhole['flow'] {
  return async (ctx) => {
    const provider = findPasswordProvider(ctx.config)
    if (!provider) throw new UnknownAction('No provider stores passwords.')
    const flows = await loadPasswordFlows(provider)
    return flows[name](ctx, provider)
  }
}

/** The names of the flows that answer a route. */
type SecondFactorRoute = {
  [K in keyof SecondFactorFlows]: SecondFactorFlows[K] extends SecondFactorFlow ? K : never
}[keyof SecondFactorFlows]

/** Returns the flow of a route that exists only in apps with second factors. */
function secondFactorFlow(name: SecondFactorRoute): RouteOfWhole['flow'] {
  return async (ctx) => {
    const { secondFactor } = ctx.config
    if (!secondFactor) throw new UnknownAction('The option `secondFactor` is not set.')
    const flows = await loadSecondFactorFlows(secondFactor)
    return flows[name](ctx, secondFactor)
  }
}

/** Returns the flow of a route that exists only in apps with the account page. */
function accountFlow(name: AccountRoute): RouteOfWhole['flow'] {
  return async (ctx) => {
    const { account } = ctx.config
    if (!account) throw new UnknownAction('The option `account` is not set.')
    const section = sectionOfRoute[name]
    // The app's own page may call what the built-in page hides.
    if (section !== undefined && !ctx.isCall && account.hide?.includes(section)) {
      throw new UnknownAction(`The option \`account\` hides the section "${section}".`)
    }
    const flows = await loadAccountFlows(account)
    return flows[name](ctx, account)
  }
}

/** Without second factors and the account page, a user confirms their identity by signing in again. */
async function showConfirm(ctx: RouteContext): Promise<Outcome> {
  const flows = await loadConfirmFlows(ctx.config)
  return flows ? flows.showConfirm(ctx) : askForProvider(ctx)
}

async function confirmIdentity(ctx: RouteContext): Promise<Outcome> {
  const flows = await loadConfirmFlows(ctx.config)
  if (!flows) throw new UnknownAction('Neither `secondFactor` nor `account` is set.')
  return flows.confirmIdentity(ctx)
}

async function endSession(ctx: RouteContext): Promise<Outcome> {
  const scope = isChecked(ctx.fields['everywhere']) ? 'everywhere' : 'here'
  return signOut(ctx, { callbackUrl: ctx.callbackUrl, scope })
}

async function endSessionsOfProvider(ctx: RouteContext): Promise<Outcome> {
  const provider = requireProvider(ctx, isOAuth)
  const { endProviderSessions } = await loadOAuth()
  return endProviderSessions(ctx, provider)
}

/** The route table has already matched the provider's type. This narrows it for the compiler. */
function requireProvider<P extends ResolvedProvider>(
  { provider }: RouteContext,
  isKind: (provider: ResolvedProvider) => provider is P,
): P {
  if (provider && isKind(provider)) return provider
  throw new InvalidProvider('The path names no provider of this kind.')
}
