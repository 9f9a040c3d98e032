import type { TypedAuthError } from './auth-error.js'

/** The headers that RFC 9110 wants beside the status of some errors. */
export function headersOf(error: TypedAuthError): Readonly<Record<string, string>> {
  if ('allow' in error && Array.isArray(error.allow)) return { allow: error.allow.join(', ') }
  if ('retryAfter' in error) return { 'retry-after': String(error.retryAfter) }
  return {}
}
