import { errorTraits, type AuthErrorType, type ErrorTraits } from './traits.js'

/**
 * The base class of all errors of this library. Each has a stable `type`.
 *
 * Compare `type` instead of using `instanceof`, because an app may contain two copies of the
 * package.
 */
export class AuthError extends Error {
  /** Stable code of the error. The logger receives it as `code`. */
  readonly type: string = 'AuthError'

  override get name(): string {
    return this.type
  }

  /** A subclass of the app may set its own name. Its `type` stays the same. */
  override set name(name: string) {
    Object.defineProperty(this, 'name', { value: name, writable: true, configurable: true })
  }
}

/** The base class of errors that a visitor meets while signing in. */
export class SignInError extends AuthError {
  override readonly type: string = 'SignInError'
}

/**
 * An error with one of the known types, from any copy of the package. Its `type` tells which other
 * members it has. Those of another copy, or of another library, may be missing.
 */
export type TypedAuthError = Error &
  (
    | {
        readonly type: 'CredentialsSignin'
        readonly code?: unknown
        readonly fieldErrors?: unknown
      }
    | { readonly type: 'MethodNotAllowed'; readonly allow?: unknown }
    | { readonly type: 'OAuthCallbackError' | 'InvalidCode'; readonly code?: unknown }
    | { readonly type: 'InvalidPassword' | 'InvalidUserName'; readonly problem?: unknown }
    | { readonly type: 'WeakSecret'; readonly isOnlyShort?: unknown }
    | {
        readonly type: 'ConfirmationRequired'
        readonly maxAge?: unknown
        readonly factors?: unknown
      }
    | {
        readonly type: 'TooManyRequests' | 'ServerBusy' | 'AdapterError'
        readonly retryAfter?: unknown
      }
    | { readonly type: 'TokenUnavailable'; readonly retryAfter?: unknown; readonly url?: unknown }
    | { readonly type: 'ReauthRequired'; readonly code?: unknown; readonly url?: unknown }
    | { readonly type: 'ScopeMissing'; readonly scopes?: unknown; readonly url?: unknown }
    | { readonly type: Exclude<AuthErrorType, TypeWithMembers> }
  )

type TypeWithMembers =
  | 'AdapterError'
  | 'ConfirmationRequired'
  | 'InvalidCode'
  | 'CredentialsSignin'
  | 'InvalidPassword'
  | 'InvalidUserName'
  | 'MethodNotAllowed'
  | 'OAuthCallbackError'
  | 'ReauthRequired'
  | 'ScopeMissing'
  | 'TokenUnavailable'
  | 'TooManyRequests'
  | 'ServerBusy'
  | 'WeakSecret'

/**
 * Whether a thrown value is an error of this library. Never throws, even if reading the value does.
 */
export function isAuthError(thrown: unknown): thrown is TypedAuthError {
  try {
    return (
      thrown instanceof Error &&
      'type' in thrown &&
      typeof thrown.type === 'string' &&
      Object.hasOwn(errorTraits, thrown.type)
    )
  } catch {
    return false
  }
}

/** Returns the traits of an error. */
export function traitsOf(error: TypedAuthError): ErrorTraits {
  return errorTraits[error.type]
}

/** Returns the type that the client may see. The details of all other errors are only logged. */
export function shownType(error: TypedAuthError): string {
  return traitsOf(error).visible ? error.type : 'Configuration'
}
