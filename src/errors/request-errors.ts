import { AuthError } from './auth-error.js'

/** The `signIn` callback said no, or threw: then `message` is the original one. */
export class AccessDenied extends AuthError {
  override readonly type = 'AccessDenied'
}

/** A form was posted without the CSRF token that its page carries. */
export class MissingCSRF extends AuthError {
  override readonly type = 'MissingCSRF'
}

/** A request that changes something came from another site. */
export class CrossSiteRequest extends AuthError {
  override readonly type = 'CrossSiteRequest'
}

/** The request came for a host that is not one of those in `origin`. @see RFC 9110, section 15.5.20 */
export class MisdirectedRequest extends AuthError {
  override readonly type = 'MisdirectedRequest'
}

/** No route of that name. */
export class UnknownAction extends AuthError {
  override readonly type = 'UnknownAction'
}

/** No provider with that id, or not one that this route serves. */
export class InvalidProvider extends AuthError {
  override readonly type = 'InvalidProvider'
}

/** The route exists, but not for this method. */
export class MethodNotAllowed extends AuthError {
  override readonly type = 'MethodNotAllowed'
  readonly allow: readonly string[]

  constructor(method: string, allow: readonly string[]) {
    super(`Expected ${allow.join(' or ')}, but the method is ${method}.`)
    this.allow = allow
  }
}

/** The body is malformed or of a type that the route does not read. */
export class InvalidRequestBody extends AuthError {
  override readonly type = 'InvalidRequestBody'
}

/** The body is larger than any form of ours. */
export class RequestBodyTooLarge extends AuthError {
  override readonly type = 'RequestBodyTooLarge'
}

/** An account cannot be linked: it is somebody else's, or whoever asked is no longer signed in. */
export class AccountNotLinked extends AuthError {
  override readonly type = 'AccountNotLinked'
}

/** Another user has the address of the account, and nothing proves that both are one person. */
export class OAuthAccountNotLinked extends AuthError {
  override readonly type = 'OAuthAccountNotLinked'
}

/** An account cannot be removed, because its user would have no way left to sign in. */
export class LastSignInMethod extends AuthError {
  override readonly type = 'LastSignInMethod'
}

/** Something was asked for that only someone who is signed in can have. */
export class SessionRequired extends AuthError {
  override readonly type = 'SessionRequired'
}

/** Too many attempts for one account or from one client. */
export class TooManyRequests extends AuthError {
  override readonly type = 'TooManyRequests'
  /** Seconds after which another attempt is worth while. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}
