import { isAuthError } from '../errors/auth-error.js'

/** Quotes only our own errors, because others may contain parts of the response. */
export function quoteFailure(failure: unknown): string {
  return isAuthError(failure) ? ` ${failure.message}` : ''
}
