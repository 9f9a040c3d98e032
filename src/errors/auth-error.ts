import { errorTraits, type AuthErrorType, type ErrorTraits } from './traits.js'

/**
 * The root of the family: an error with a stable `type`.
 *
 * Recognise members by `type`, never by `instanceof`: an app may have two copies of the package.
 */
export class AuthError extends Error {
  /** Stable code of the error; also what the logger is given as `code`. */
  readonly type: string = 'AuthError'
  /** Where the person wanted to go, when only the thrower knew: the way back to the sign-in keeps it. */
  declare wantedUrl?: string | undefined

  override get name(): string {
    return this.type
  }

  /** A class of the application may want a name of its own; its `type` stays. */
  override set name(name: string) {
    Object.defineProperty(this, 'name', { value: name, writable: true, configurable: true })
  }
}

/** An error with one of the family's types, whichever copy of the package made it. */
export type TypedAuthError = Error & { readonly type: AuthErrorType }

/** Whether a thrown value belongs to the family. Anything can be thrown, so looking may fail. */
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

/** The traits of an error of the family. */
export function traitsOf(error: TypedAuthError): ErrorTraits {
  return errorTraits[error.type]
}
