/** The first part of a route under `basePath`, under the names that Auth.js uses. */
export type AuthAction =
  | 'providers'
  | 'session'
  | 'csrf'
  | 'signin'
  | 'signout'
  | 'callback'
  | 'verify-request'
  | 'error'
  | 'webauthn-options'
