import type { Log } from '../config/logger.js'
import { isAuthError, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { hiddenInLogs } from '../errors/hidden-values.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'

/** Errors that any visitor can cause, but on the dev server they are the developer's mistakes. */
const loudInDev: ReadonlySet<string> = new Set(['InvalidProvider'])

/** Logs an error at the level of its type, and returns it as an `AuthError`. */
export function reportError(log: Log, thrown: unknown): TypedAuthError {
  const error = isAuthError(thrown)
    ? thrown
    : new CallbackRouteError('An unexpected error was thrown while a route ran.', {
        cause: thrown,
      })
  const level = log.report(error) && loudInDev.has(error.type) ? 'warn' : traitsOf(error).level
  const safeLog = log.hiding(hiddenInLogs(error))
  if (level === 'error') safeLog.error(error)
  else safeLog[level](error.type, describeCancelling(error) ?? error)
  return error
}

/**
 * A user who cancels at the provider is not a failure, so the log gets one line without a stack.
 */
function describeCancelling(error: TypedAuthError): string | undefined {
  if (error.type !== 'OAuthCallbackError' || !('code' in error)) return undefined
  if (error.code !== 'access_denied') return undefined
  const { cause } = error
  const hasDescription = typeof cause === 'object' && cause !== null && 'error_description' in cause
  return [error.message, ...(hasDescription ? [String(cause.error_description)] : [])].join(' ')
}
