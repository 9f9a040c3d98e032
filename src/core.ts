import type { Connection } from './context/context.js'
import { handle } from './engine/handle.js'
import { asSent } from './http/form-post.js'
import type { AuthConfig } from './model/config.js'
import type { DefaultSession } from './model/records.js'

// The config, and what outlives a request.
export { setEnvDefaults } from './config/env.js'
export { findInstanceClash, type InstanceClash } from './config/find-instance-clash.js'
export type { DevServer } from './config/logger.js'
export { logMistake, prepareConfig, withRuntime } from './config/resolve.js'
export { createRuntime, type Runtime, type RuntimeOptions } from './config/runtime.js'
export {
  describeCompatibility,
  type CompatibilityDescription,
} from './engine/describe-compatibility.js'
export { customFetch, raw, skipCSRFCheck } from './model/markers.js'
export type { Compatibility } from './model/compatibility.js'
export type { AuthConfig, EnvGetter, EnvSource } from './model/config.js'
export type { Attempt, AttemptCount, LimitStore } from './model/limits.js'

// Requests, sessions, sign-in and sign-out.
export type { Connection } from './context/context.js'
export { admitFormPost, type FormPostOptions } from './engine/admit-form-post.js'
export {
  signIn,
  signOut,
  type CallOutcome,
  type CallResult,
  type SignInCall,
  type SignOutCall,
  type Target,
} from './engine/calls.js'
export { isAuthRoute } from './engine/is-auth-route.js'
export { refreshTokens } from './engine/refresh-tokens.js'
export { mayCarrySession, readSession, updateSession } from './engine/session-calls.js'
export { createActionURL, isAuthAction } from './engine/auth-actions.js'
export type { AuthAction } from './model/auth-action.js'
export { isChecked } from './http/body.js'
export type { MistakeReport } from './model/mistake-report.js'
export type { DefaultSession, Session } from './model/records.js'

// Cookies of a result.
export { applyCookies } from './http/apply-cookies.js'
export { serializeCookie, type Cookie, type CookieAttributes } from './http/cookie.js'

// Failures, and the errors that a binding throws.
export { describeFailure, type FailureDescription } from './engine/describe-failure.js'
export { visibleFields } from './engine/visible-fields.js'
export { AuthError, type TypedAuthError } from './errors/auth-error.js'
export { InvalidConfig } from './errors/config-errors.js'
export { CredentialsSignin, type CredentialsSigninOptions } from './errors/credentials-signin.js'
export { AccessDenied, SessionRequired } from './errors/request-errors.js'
export { ConfirmationRequired } from './errors/second-factor-errors.js'

// Pages of the app.
export {
  describeError,
  describeSignIn,
  issueCsrfToken,
  locateConfirmation,
  locateRefusal,
  locateSignIn,
  type ConfirmationDetour,
  type SignInDetour,
} from './engine/page-calls.js'
export type {
  ErrorPageDescription,
  PageDescription,
  PageOptions,
  SignInDescription,
  SignInProvider,
} from './flows/pages/describe-page.js'
export type { PasskeyDescription } from './flows/pages/passkey-options.js'
export type { FormField } from './pages/credential-field.js'
export type { ErrorDescription, NextPlace } from './pages/describe-error.js'
export type { ProviderStyle } from './pages/provider-style.js'

// How the user signed in.
export {
  getAuthentication,
  hasProof,
  type ProofOptions,
  type UserAuthentication,
} from './engine/authentication-calls.js'

// Access tokens of providers.
export {
  authorizedFetch,
  getAccessToken,
  hasScope,
  type CookieTaker,
} from './engine/token-calls.js'
export type {
  AccessToken,
  AccessTokenOptions,
  AuthorizedFetchOptions,
  DpopProofs,
  ProvenRequest,
} from './model/tokens.js'
export {
  InvalidTokenOrigin,
  ReauthRequired,
  ScopeMissing,
  TokenUnavailable,
  type ReauthReason,
} from './errors/token-errors.js'

// Account settings: devices, linked accounts, activity, passkeys, passwords.
export {
  deleteExpired,
  listAccounts,
  listSessions,
  revokeOtherSessions,
  revokeProviderSession,
  revokeSession,
  revokeSessionsOfUser,
  unlinkAccount,
  type DeleteExpiredOptions,
  type DeviceSession,
  type LinkedAccount,
} from './engine/account-calls.js'
export {
  listActivity,
  type Activity,
  type ActivityOptions,
  type ActivityPage,
} from './engine/activity-calls.js'
export {
  deleteAccount,
  describeAccount,
  describePendingDeletion,
  exportAccount,
  keepAccount,
  updateProfile,
  type DeleteAccountCall,
  type KeepAccountCall,
  type UpdateProfileCall,
} from './engine/account-page-calls.js'
export type {
  AccountData,
  AccountDescription,
  AccountProblem,
  AccountsSection,
  AccountUser,
  AddressSection,
  ConnectableProvider,
  ConnectedAccount,
  PasskeysSection,
  PasswordRemoval,
  PasswordSection,
  PendingDeletionDescription,
  ProfilePicture,
  ProfileSection,
  SecondFactorSection,
} from './model/account-description.js'
export { listPasskeys, removePasskey, renamePasskey, type Passkey } from './engine/passkey-calls.js'
export type { RemovalCall } from './engine/run-removal.js'
export {
  changeEmail,
  changePassword,
  describeMailedLink,
  removePassword,
  requestPasswordReset,
  resetPassword,
  setPassword,
  setUserName,
  signUp,
  verifyEmail,
  type AddressCall,
  type ChangeEmailCall,
  type ChangePasswordCall,
  type PasswordCall,
  type RemovePasswordCall,
  type ResetPasswordCall,
  type SignUpCall,
  type VerifyEmailCall,
} from './engine/password-calls.js'
export type {
  MailedLinkDescription,
  MailedLinkPage,
  PasswordProblem,
  SetPasswordOptions,
  SetPasswordResult,
  SetUserNameResult,
  UserNameProblem,
} from './model/password.js'

// Second factors.
export {
  addFactor,
  checkSecondFactor,
  confirmIdentity,
  listFactors,
  makeRecoveryCodes,
  offerFactor,
  removeFactor,
  resetFactors,
  type AddFactorCall,
  type ConfirmCall,
  type FactorCall,
  type ListedFactor,
  type ListedFactors,
  type OfferedFactor,
  type RemoveFactorCall,
  type ResetFactorsCall,
  type SecondFactorCall,
} from './engine/factor-calls.js'

/**
 * Answers a request to one of the routes under `basePath`, such as `/auth/signin`. Never rejects,
 * and never shows a stack trace to the client.
 *
 * Pass the client's address in `connection`, because a `Request` does not contain it. Rate limits
 * count attempts per address.
 *
 * @example
 * ```ts
 * import { Auth, isAuthRoute, type AuthConfig } from 'latchkey/core'
 *
 * declare const config: AuthConfig
 *
 * export async function answer(request: Request): Promise<Response> {
 *   if (isAuthRoute(new URL(request.url).pathname, config)) return Auth(request, config)
 *   return new Response('Not found', { status: 404 })
 * }
 * ```
 */
export async function Auth<S extends DefaultSession>(
  request: Request,
  config: AuthConfig<S>,
  connection: Connection = {},
): Promise<Response> {
  return handle(asSent(request), config, connection)
}
