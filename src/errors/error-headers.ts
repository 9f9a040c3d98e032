import type { TypedAuthError } from './auth-error.js'

/** Returns the headers that RFC 9110 requires for some statuses. */
export function headersOf(error: TypedAuthError): Readonly<Record<string, string>> {
  if (error.type === 'MethodNotAllowed' && Array.isArray(error.allow)) {
    return { allow: error.allow.join(', ') }
  }
  if (error.type === 'ConfirmationRequired') {
    return { 'www-authenticate': challenge(error.maxAge, error.factors) }
  }
  const isTemporary = error.type === 'TooManyRequests' || error.type === 'ServerBusy'
  return isTemporary ? { 'retry-after': String(error.retryAfter) } : {}
}

/** Section 3 of RFC 9470. The scheme names the session, which is not a bearer token. */
function challenge(maxAge: unknown, factors: unknown): string {
  const parameters = [
    'error="insufficient_user_authentication"',
    'error_description="Confirm that it is you."',
    ...(typeof maxAge === 'number' && Number.isFinite(maxAge) ? [`max_age="${maxAge}"`] : []),
    ...(factors === 2 ? ['acr_values="mfa"'] : []),
  ]
  return `Session ${parameters.join(', ')}`
}
