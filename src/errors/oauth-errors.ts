import { AuthError } from './auth-error.js'

/** A call to an identity service failed, or its address is not one that we call. */
export class OAuthRequestFailed extends AuthError {
  override readonly type = 'OAuthRequestFailed'
}

/** The metadata of an identity service cannot be used. */
export class OAuthMetadataInvalid extends AuthError {
  override readonly type = 'OAuthMetadataInvalid'
}

/** The callback belongs to no sign-in that this browser has started, or not any more. */
export class OAuthAttemptLost extends AuthError {
  override readonly type = 'OAuthAttemptLost'
}

/** The identity service ended the sign-in; `code` is its word for why. */
export class OAuthCallbackError extends AuthError {
  override readonly type = 'OAuthCallbackError'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What the identity service answered failed a check. */
export class OAuthResponseInvalid extends AuthError {
  override readonly type = 'OAuthResponseInvalid'
}

/** A provider's word that someone signed out there cannot be believed. */
export class LogoutTokenInvalid extends AuthError {
  override readonly type = 'LogoutTokenInvalid'
}

/** The `profile` function threw, or named no stable id. */
export class OAuthProfileParseError extends AuthError {
  override readonly type = 'OAuthProfileParseError'
}
