import { AuthError } from './auth-error.js'

/** Auth.js refuses a callback URL with it. Latchkey redirects to the base URL instead. */
export class InvalidCallbackUrl extends AuthError {
  override readonly type: string = 'InvalidCallbackUrl'
}

/** Auth.js throws it for credentials with database sessions, which Latchkey supports. */
export class UnsupportedStrategy extends AuthError {
  override readonly type: string = 'UnsupportedStrategy'
}

/** Auth.js throws it if the error page needs a session. Latchkey never throws it. */
export class ErrorPageLoop extends AuthError {
  override readonly type: string = 'ErrorPageLoop'
}
