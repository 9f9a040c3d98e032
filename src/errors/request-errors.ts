import { AuthError, SignInError } from './auth-error.js'

/** The `signIn` callback returned `false` or threw. If it threw, `message` is the original one. */
export class AccessDenied extends AuthError {
  override readonly type = 'AccessDenied'
}

/** A form was posted without the CSRF token of its page. */
export class MissingCSRF extends SignInError {
  override readonly type = 'MissingCSRF'
}

/** A request that changes something came from another site. */
export class CrossSiteRequest extends AuthError {
  override readonly type = 'CrossSiteRequest'
}

/** The host of the request is not in `origin`. @see RFC 9110, section 15.5.20 */
export class MisdirectedRequest extends AuthError {
  override readonly type = 'MisdirectedRequest'
}

/** There is no route with this name. */
export class UnknownAction extends AuthError {
  override readonly type = 'UnknownAction'
}

/** There is no provider with this id, or the route does not support it. */
export class InvalidProvider extends AuthError {
  override readonly type = 'InvalidProvider'
}

/** The route does not support this method. */
export class MethodNotAllowed extends AuthError {
  override readonly type = 'MethodNotAllowed'
  readonly allow: readonly string[]

  constructor(method: string, allow: readonly string[]) {
    super(`Expected ${allow.join(' or ')}, but the method is ${method}.`)
    this.allow = allow
  }
}

/** The body is malformed, or the route does not support its content type. */
export class InvalidRequestBody extends AuthError {
  override readonly type = 'InvalidRequestBody'
}

/** The name of a user is too long, or has characters that are not allowed in a name. */
export class InvalidName extends AuthError {
  override readonly type = 'InvalidName'
}

/** The body is larger than any form of the library. */
export class RequestBodyTooLarge extends AuthError {
  override readonly type = 'RequestBodyTooLarge'
}

/**
 * The account cannot be linked. It belongs to another user, or the user who asked has signed out.
 */
export class AccountNotLinked extends SignInError {
  override readonly type = 'AccountNotLinked'
}

/**
 * Another user has the account's e-mail address, and nothing proves that both are the same person.
 */
export class OAuthAccountNotLinked extends SignInError {
  override readonly type = 'OAuthAccountNotLinked'
}

/** The account cannot be removed, because the user could no longer sign in. */
export class LastSignInMethod extends AuthError {
  override readonly type = 'LastSignInMethod'
}

/** The request requires a signed-in user. */
export class SessionRequired extends AuthError {
  override readonly type = 'SessionRequired'
}

/** There were too many attempts for one account or from one client. */
export class TooManyRequests extends AuthError {
  override readonly type = 'TooManyRequests'
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/**
 * The server is checking as many passwords as it can, or its database could not do its work for the
 * moment. `cause` is then the error of the adapter.
 */
export class ServerBusy extends AuthError {
  override readonly type = 'ServerBusy'
  /** Seconds after which the client should try again. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}
