import { AuthError, SignInError } from './auth-error.js'

/** The submitted text is not exactly one e-mail address. */
export class InvalidEmailAddress extends AuthError {
  override readonly type = 'InvalidEmailAddress'
}

/** The mail could not be sent. `cause` contains the mail service's error. */
export class EmailSignInError extends SignInError {
  override readonly type = 'EmailSignInError'
}

/**
 * The link or code from a mail is unknown, expired, already used, or belongs to another browser.
 */
export class Verification extends AuthError {
  override readonly type = 'Verification'
}
