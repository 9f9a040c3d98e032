import type { TypedAuthError } from './auth-error.js'

/** Returns the headers that RFC 9110 requires for some statuses. */
export function headersOf(error: TypedAuthError): Readonly<Record<string, string>> {
  if ('allow' in error && Array.isArray(error.allow)) return { allow: error.allow.join(', ') }
  if ('retryAfter' in error) return { 'retry-after': String(error.retryAfter) }
  return {}
}
