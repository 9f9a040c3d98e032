import type { Log } from '../config/logger.js'
import { isAuthError, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { hiddenInLogs } from '../errors/hidden-values.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'

/** Logs an error at the level of its type, and returns it as an `AuthError`. */
export function reportError(log: Log, thrown: unknown): TypedAuthError {
  const error = isAuthError(thrown)
    ? thrown
    : new CallbackRouteError('An unexpected error was thrown while a route ran.', {
        cause: thrown,
      })
  const { level } = traitsOf(error)
  const safeLog = log.hiding(hiddenInLogs(error))
  if (level === 'error') safeLog.error(error)
  else safeLog[level](error.type, describeCancelling(error) ?? error)
  return error
}

/**
 * A user who cancels at the provider is not a failure, so the log gets one line without a stack.
 */
function describeCancelling(error: TypedAuthError): string | undefined {
  if (error.type !== 'OAuthCallbackError' || error.code !== 'access_denied') return undefined
  const { cause } = error
  const hasDescription = typeof cause === 'object' && cause !== null && 'error_description' in cause
  return [error.message, ...(hasDescription ? [String(cause.error_description)] : [])].join(' ')
}
