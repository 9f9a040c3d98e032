import type { Log } from '../config/logger.js'
import { isAuthError, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'

/** Logs what was thrown as loudly as it deserves, and gives it as an error of the family. */
export function reportError(log: Log, thrown: unknown): TypedAuthError {
  const error = isAuthError(thrown)
    ? thrown
    : new CallbackRouteError('Something unforeseen was thrown while a route ran.', {
        cause: thrown,
      })
  const { level } = traitsOf(error)
  if (level === 'error') log.error(error)
  else log[level](error.type, error)
  return error
}
