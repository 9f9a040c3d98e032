import { AuthError } from './auth-error.js'

/** What was typed is not one e-mail address. */
export class InvalidEmailAddress extends AuthError {
  override readonly type = 'InvalidEmailAddress'
}

/** The mail could not be sent; `cause` is what the mail service said. */
export class EmailSignInError extends AuthError {
  override readonly type = 'EmailSignInError'
}

/** The link or code of a mail is unknown, expired, used, or meant for another browser. */
export class Verification extends AuthError {
  override readonly type = 'Verification'
}
