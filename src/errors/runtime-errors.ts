import { AuthError } from './auth-error.js'

/** Something unforeseen was thrown while a route ran; `cause` is the original. */
export class CallbackRouteError extends AuthError {
  override readonly type = 'CallbackRouteError'
}

/** An event handler threw; the flow went on. Logged only. */
export class EventError extends AuthError {
  override readonly type = 'EventError'
}

/** The `redirect` callback threw or gave no URL; the base URL was used. Logged only. */
export class InvalidRedirect extends AuthError {
  override readonly type = 'InvalidRedirect'
}

/** A callback threw while a session was read; there is no session for this request. Logged only. */
export class JWTSessionError extends AuthError {
  override readonly type = 'JWTSessionError'
}

/** The session does not fit into the cookies that browsers and servers carry. */
export class SessionTooLarge extends AuthError {
  override readonly type = 'SessionTooLarge'
}
