import { AuthError } from './auth-error.js'

/** The authenticator's response is not valid: it is forged, expired, or for another site. */
export class WebAuthnVerificationError extends AuthError {
  override readonly type = 'WebAuthnVerificationError'
}
