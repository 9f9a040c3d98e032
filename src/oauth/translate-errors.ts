import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi'
import { isAuthError } from '../errors/auth-error.js'
import { OAuthCallbackError, OAuthResponseInvalid } from '../errors/oauth-errors.js'

/** RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6: words that a page may repeat. */
const knownCodes: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/** Runs a step of the protocol; whatever it throws becomes an error of the family. */
export async function step<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
      const code = knownCodes.has(cause.error) ? cause.error : undefined
      throw new OAuthCallbackError(`${what}: the server says "${cause.error}".`, code, { cause })
    }
    throw new OAuthResponseInvalid(`${what}: the answer cannot be accepted.`, { cause })
  }
}
