import { isAuthError } from '../errors/auth-error.js'

/**
 * Returns an error in the form in which Auth.js passes it to `logger.error`: always an `Error`, and
 * the cause of an error of the family is an object whose `err` is the original error.
 *
 * @param logged - a copy that is safe to log, which may be changed
 */
export function toAuthJsError(logged: unknown): Error {
  if (!(logged instanceof Error)) return new Error(String(logged))
  const { cause } = logged
  if (!isAuthError(logged) || !(cause instanceof Error)) return logged
  const value = { err: toAuthJsError(cause) }
  return Object.defineProperty(logged, 'cause', { value, configurable: true, writable: true })
}
