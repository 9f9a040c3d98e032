import { AuthError } from './auth-error.js'

/** A method of the adapter threw; `cause` is the original. */
export class AdapterError extends AuthError {
  override readonly type = 'AdapterError'
}

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

/** A database session could not be read; there is none for this request. Logged only. */
export class SessionTokenError extends AuthError {
  override readonly type = 'SessionTokenError'
}

/** A session could not be ended in the database; its cookie is gone all the same. Logged only. */
export class SignOutError extends AuthError {
  override readonly type = 'SignOutError'
}
