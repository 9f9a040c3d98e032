import type { Connection } from './context/context.js'
import { handle } from './engine/handle.js'
import type { AuthConfig } from './model/config.js'
import type { DefaultSession } from './model/records.js'

export type { Connection } from './context/context.js'
export { prepareConfig, withRuntime } from './config/resolve.js'
export { createRuntime, type Runtime, type RuntimeOptions } from './config/runtime.js'
export { setEnvDefaults } from './config/env.js'
export {
  deleteExpired,
  listAccounts,
  listSessions,
  revokeProviderSession,
  revokeSession,
  revokeSessionsOfUser,
  unlinkAccount,
  type DeviceSession,
  type LinkedAccount,
} from './engine/account-calls.js'
export {
  isAuthRoute,
  mayCarrySession,
  readSession,
  refreshTokens,
  signIn,
  signOut,
  updateSession,
  type CallOutcome,
  type CallResult,
  type SignInCall,
  type SignOutCall,
  type Target,
} from './engine/calls.js'
export { listPasskeys, removePasskey, renamePasskey, type Passkey } from './engine/passkey-calls.js'
export { setPassword } from './engine/password-calls.js'
export {
  describeError,
  describeSignIn,
  issueCsrfToken,
  locateRefusal,
  locateSignIn,
  type SignInDetour,
} from './engine/page-calls.js'
export { visibleFields } from './engine/visible-fields.js'
export type {
  ErrorPageDescription,
  PageDescription,
  PageOptions,
  SignInDescription,
  SignInProvider,
} from './flows/pages/describe-page.js'
export { serializeCookie, type Cookie, type CookieAttributes } from './http/cookie.js'
export { customFetch, skipCSRFCheck } from './model/markers.js'
export type { AuthConfig, EnvGetter } from './model/config.js'
export type { PasswordProblem, SetPasswordResult } from './model/password.js'
export type { DefaultSession, Session } from './model/records.js'
export type { FormField } from './pages/credential-field.js'
export type { ErrorDescription, NextPlace } from './pages/describe-error.js'
export type { ProviderStyle } from './pages/provider-style.js'

/**
 * Answers a request to one of the routes under `basePath`, such as `/auth/signin`. Never rejects,
 * and never shows a stack trace to the client.
 *
 * Pass the client's address in `connection`, because a `Request` does not contain it. Rate limits
 * count attempts per address.
 */
export async function Auth<S extends DefaultSession>(
  request: Request,
  config: AuthConfig<S>,
  connection: Connection = {},
): Promise<Response> {
  return handle(request, config, connection)
}
