import type { ResolvedConfig } from '../config/resolved-config.js'
import type { Context } from '../context/context.js'
import type { Outcome } from '../context/outcome.js'
import { returnFromProvider } from '../flows/oauth/provider-sign-out.js'
import { showError, showSignIn, showSignOut, showVerifyRequest } from '../flows/pages/show-page.js'
import { showSignUp } from '../flows/pages/show-sign-up.js'
import {
  accountFlow,
  askForProvider,
  beginCeremony,
  confirmIdentity,
  endSession,
  endSessionsOfProvider,
  finishCeremony,
  finishCredentials,
  finishMail,
  finishOAuth,
  giveCsrfToken,
  listProviders,
  openLink,
  passwordFlow,
  readSession,
  secondFactorFlow,
  servePasskeyScript,
  showConfirm,
  startEmail,
  startOAuth,
  updateSession,
  type RouteFlow,
} from './route-flows.js'

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
  /** With `fields`, the body of a form cannot be read again after its fields. */
  readonly reads: 'whole' | 'fields'
  readonly flow: RouteFlow
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
  { method: 'POST', action: 'signin',         provider: 'oauth',       reader: 'person',  guard: 'form', reads: 'fields', flow: startOAuth },
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
  { method: 'GET',  action: 'signup',          provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: showSignUp },
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
  { method: 'GET',  action: 'keep-account',    provider: 'none',       reader: 'person',  guard: 'none', reads: 'whole', flow: accountFlow('showKeepAccount') },
  { method: 'POST', action: 'keep-account',    provider: 'none',       reader: 'person',  guard: 'form', reads: 'whole', flow: accountFlow('keepAccount') },
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
  'keep-account',
])
