import { AuthError, SignInError } from './auth-error.js'

/** The code of a second factor is wrong, or was used before. */
export class InvalidCode extends SignInError {
  override readonly type = 'InvalidCode'
  /**
   * What was typed: `code`, `recovery-code` or `email-code`. `again` if it was a code, and the one before it was
   * wrong as well.
   */
  readonly code: 'code' | 'recovery-code' | 'email-code' | 'again'

  constructor(message: string, code: InvalidCode['code'] = 'code') {
    super(message)
    this.code = code
  }
}

/**
 * The sign-in that waited for a second factor has expired, was completed, or belongs to another
 * browser.
 */
export class PendingSignInLost extends SignInError {
  override readonly type = 'PendingSignInLost'
}

/** The user has to confirm their identity before this, because the last proof is too old or weak. */
export class ConfirmationRequired extends AuthError {
  override readonly type = 'ConfirmationRequired'
  /** How old the proof may be, in seconds. */
  readonly maxAge: number
  /** How many factors are needed. */
  readonly factors: 1 | 2

  constructor(
    message: string,
    { maxAge = 600, factors = 1 }: { readonly maxAge?: number; readonly factors?: 1 | 2 } = {},
  ) {
    super(message)
    this.maxAge = maxAge
    this.factors = factors
  }
}
