/**
 * Why a ceremony came to nothing in the browser: closed or timed out, registered before, or not
 * possible; otherwise the code that the server gave, such as `WebAuthnVerificationError`.
 */
export type PasskeyErrorCode = 'cancelled' | 'already-registered' | 'unsupported' | (string & {})

/** A ceremony that came to nothing. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
