import { AuthError } from './auth-error.js'

/** What an authenticator answered does not prove anything: forged, stale, or not for this site. */
export class WebAuthnVerificationError extends AuthError {
  override readonly type = 'WebAuthnVerificationError'
}
