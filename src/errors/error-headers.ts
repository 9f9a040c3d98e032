import type { TypedAuthError } from './auth-error.js'

/** Returns the headers that RFC 9110 requires for some statuses. */
export function headersOf(error: TypedAuthError): Readonly<Record<string, string>> {
  if (error.type === 'MethodNotAllowed' && Array.isArray(error.allow)) {
    return { allow: error.allow.join(', ') }
  }
  const isTemporary = error.type === 'TooManyRequests' || error.type === 'ServerBusy'
  return isTemporary ? { 'retry-after': String(error.retryAfter) } : {}
}
