import { describeCause } from '../config/format-error.js'
import type { Log } from '../config/logger.js'
import { isAuthError, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { hiddenInLogs } from '../errors/hidden-values.js'
import { ServerBusy } from '../errors/request-errors.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'
import type { ErrorTraits } from '../errors/traits.js'
import type { MistakeReport } from '../model/mistake-report.js'

/**
 * Errors that any visitor can cause, so they are logged with `debug` only. On the dev server they
 * are mistakes in the app, so they are always logged.
 */
const loudInDev: ReadonlySet<string> = new Set([
  'InvalidProvider',
  'InvalidRequestBody',
  'MethodNotAllowed',
  'MissingCSRF',
  'OAuthAttemptLost',
  'UnknownAction',
])

/**
 * Logs an error at the level of its type, and returns it as an `AuthError`. If the database could not do
 * its work for the moment, the returned error asks the client to try again.
 */
export function reportError(log: Log, thrown: unknown): TypedAuthError {
  const error = isAuthError(thrown)
    ? thrown
    : new CallbackRouteError('An unexpected error was thrown while a route ran.', {
        cause: thrown,
      })
  const level = levelOf(log, error)
  const safeLog = log.hiding(hiddenInLogs(error))
  if (level === 'error') safeLog.error(error)
  else safeLog[level](error.type, describeCancelling(error) ?? error)
  if (error.type !== 'AdapterError' || typeof error.retryAfter !== 'number') return error
  return new ServerBusy('The database is busy. Try again in a moment.', error.retryAfter, {
    cause: error,
  })
}

/** Returns what the log says about an error. Undefined in production, and if the log is silent. */
export function describeLogged(log: Log, error: TypedAuthError): MistakeReport | undefined {
  return levelOf(log, error) === 'debug' ? undefined : log.report(error)
}

function levelOf(log: Log, error: TypedAuthError): ErrorTraits['level'] {
  return loudInDev.has(error.type) && log.report(error) ? 'warn' : traitsOf(error).level
}

/**
 * A user who cancels at the provider is not a failure, so the log gets one line without a stack.
 */
function describeCancelling(error: TypedAuthError): string | undefined {
  if (error.type !== 'OAuthCallbackError' || error.code !== 'access_denied') return undefined
  const { cause } = error
  const hasDescription = typeof cause === 'object' && cause !== null && 'error_description' in cause
  // The visitor may have written it, and line breaks would forge other lines of the log.
  const words = hasDescription ? [describeCause(String(cause.error_description))] : []
  return [error.message, ...words].join(' ')
}
