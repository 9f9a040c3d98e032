import type { Log } from '../config/logger.js'
import { isAuthError, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { hiddenInLogs } from '../errors/hidden-values.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'

/** Logs what was thrown as loudly as it deserves, and gives it as an error of the family. */
export function reportError(log: Log, thrown: unknown): TypedAuthError {
  const error = isAuthError(thrown)
    ? thrown
    : new CallbackRouteError('Something unforeseen was thrown while a route ran.', {
        cause: thrown,
      })
  const { level } = traitsOf(error)
  const discreet = log.hiding(hiddenInLogs(error))
  if (level === 'error') discreet.error(error)
  else discreet[level](error.type, describeCancelling(error) ?? error)
  return error
}

/** Someone who cancels breaks nothing: what the service said is enough, without a stack. */
function describeCancelling(error: TypedAuthError): string | undefined {
  if (error.type !== 'OAuthCallbackError' || !('code' in error)) return undefined
  if (error.code !== 'access_denied') return undefined
  const { cause } = error
  const isTold = typeof cause === 'object' && cause !== null && 'error_description' in cause
  return [error.message, ...(isTold ? [String(cause.error_description)] : [])].join(' ')
}
