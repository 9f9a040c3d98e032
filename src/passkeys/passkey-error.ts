/**
 * Why a ceremony failed in the browser: the user cancelled it or it timed out, the passkey already
 * exists, or the browser does not support passkeys. Otherwise the server's error code, such as
 * `WebAuthnVerificationError`.
 */
export type PasskeyErrorCode = 'cancelled' | 'already-registered' | 'unsupported' | (string & {})

/** Thrown when a passkey ceremony fails. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
