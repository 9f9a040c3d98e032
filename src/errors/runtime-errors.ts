import { AuthError } from './auth-error.js'

/** An adapter method threw. `cause` is the original error. */
export class AdapterError extends AuthError {
  override readonly type = 'AdapterError'
  /**
   * Seconds after which the client should try again, if the database could not do it for the moment.
   * Undefined if nothing says that a second attempt would help.
   */
  readonly retryAfter: number | undefined

  constructor(message: string, options: ErrorOptions & { readonly retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = options.retryAfter
  }
}

/** An unexpected error was thrown in a route. `cause` is the original error. */
export class CallbackRouteError extends AuthError {
  override readonly type = 'CallbackRouteError'
}

/** An event handler threw. The request continued. Only logged. */
export class EventError extends AuthError {
  override readonly type = 'EventError'
}

/**
 * The `redirect` callback threw or did not return a valid URL. The base URL was used. Only logged.
 */
export class InvalidRedirect extends AuthError {
  override readonly type = 'InvalidRedirect'
}

/**
 * A callback threw while a session was read. The request has no session. Only logged, except that
 * `getAccessToken` rejects with it.
 */
export class JWTSessionError extends AuthError {
  override readonly type = 'JWTSessionError'
}

/** The session is too large for cookies. */
export class SessionTooLarge extends AuthError {
  override readonly type = 'SessionTooLarge'
}

/** A database session could not be read. The request has no session. Only logged. */
export class SessionTokenError extends AuthError {
  override readonly type = 'SessionTokenError'
}

/** A session could not be deleted from the database. Its cookie was deleted. Only logged. */
export class SignOutError extends AuthError {
  override readonly type = 'SignOutError'
}
