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
  if (!traitsOf(error).visible) log.error(error)
  // Every visitor can cause these; only a refused origin is worth a line, as a proxy may be to blame.
  else if (error.type === 'CrossSiteRequest') log.warn(error.type, error.message)
  else log.debug(error.type, error)
  return error
}
