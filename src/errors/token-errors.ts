import { AuthError } from './auth-error.js'

/** Why a user has to sign in at a provider again. */
export type ReauthReason =
  /** The user has no account at the provider, or no account with the given id. */
  | 'no-account'
  /** The access token has expired, and the provider issued no refresh token. */
  | 'no-refresh-token'
  /** The provider refused the refresh token. */
  | 'refused'
  /** The stored tokens cannot be decrypted, or are missing. */
  | 'no-token'
  /** The account belongs to another issuer than the one that the provider has now. */
  | 'other-issuer'

/** There is no usable access token, and only a new sign-in at the provider brings one. */
export class ReauthRequired extends AuthError {
  override readonly type = 'ReauthRequired'
  readonly code: ReauthReason
  /** The page where the user can sign in at the provider, which asks for what is missing. */
  readonly url: string

  constructor(message: string, code: ReauthReason, url: string) {
    super(message)
    this.code = code
    this.url = url
  }
}

/** The user has not granted all of the required scopes. */
export class ScopeMissing extends AuthError {
  override readonly type = 'ScopeMissing'
  /** The scopes that are missing. */
  readonly scopes: readonly string[]
  /** The page where the user can sign in at the provider, which asks for what is missing. */
  readonly url: string

  constructor(message: string, scopes: readonly string[], url: string) {
    super(message)
    this.scopes = scopes
    this.url = url
  }
}

/** `origins` is not valid, or a request with an access token was meant for another origin. */
export class InvalidTokenOrigin extends AuthError {
  override readonly type = 'InvalidTokenOrigin'
}

/** The access token has expired, and the provider or the database cannot be reached. Try later. */
export class TokenUnavailable extends AuthError {
  override readonly type = 'TokenUnavailable'
  /** Seconds until the next attempt makes sense. */
  readonly retryAfter: number
  /**
   * The page where the user can sign in at the provider. Set if the provider has refused to refresh the
   * tokens many times, so that waiting may not help.
   */
  readonly url: string | undefined

  constructor(message: string, retryAfter: number, url?: string) {
    super(message)
    this.retryAfter = retryAfter
    this.url = url
  }
}
