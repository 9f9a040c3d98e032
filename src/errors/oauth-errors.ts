import { AuthError, SignInError } from './auth-error.js'

/** A sign-in at a provider could not start. The base class of the errors that say why. */
export class OAuthSignInError extends SignInError {
  override readonly type: string = 'OAuthSignInError'
}

/** A provider's answer does not belong to a sign-in of this browser. */
export class InvalidCheck extends AuthError {
  override readonly type: string = 'InvalidCheck'
}

/** A request to the provider failed, or its URL is not allowed. */
export class OAuthRequestFailed extends OAuthSignInError {
  override readonly type = 'OAuthRequestFailed'
}

/** The provider's metadata is missing or not valid. */
export class OAuthMetadataInvalid extends OAuthSignInError {
  override readonly type = 'OAuthMetadataInvalid'
}

/**
 * This browser has not started the sign-in that the callback belongs to, or the sign-in has
 * expired.
 */
export class OAuthAttemptLost extends InvalidCheck {
  override readonly type = 'OAuthAttemptLost'
}

/** The provider refused the sign-in. `code` is the provider's error code. */
export class OAuthCallbackError extends SignInError {
  override readonly type = 'OAuthCallbackError'
  readonly code: string | undefined
  /** The provider's error code as it sent it. `code` has only those of the standards. */
  readonly providerCode: string | undefined

  constructor(
    message: string,
    code: string | undefined,
    { providerCode = code, ...options }: ErrorOptions & { readonly providerCode?: string } = {},
  ) {
    super(message, options)
    this.code = code
    this.providerCode = providerCode
  }
}

/** A response from the provider failed a check. */
export class OAuthResponseInvalid extends AuthError {
  override readonly type = 'OAuthResponseInvalid'
}

/** A provider's logout token is not valid. */
export class LogoutTokenInvalid extends AuthError {
  override readonly type = 'LogoutTokenInvalid'
}

/** The `profile` function threw, or did not return a stable id. */
export class OAuthProfileParseError extends AuthError {
  override readonly type = 'OAuthProfileParseError'
}
