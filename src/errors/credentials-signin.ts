import { SignInError } from './auth-error.js'

/** Options of {@link CredentialsSignin}. */
export interface CredentialsSigninOptions extends ErrorOptions {
  /** Public code in the `code` query parameter of the sign-in page. Default: `credentials`. */
  readonly code?: string
  /** Messages for each credential field, shown next to the field. */
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>
}

/**
 * Throw it in `authorize` to refuse a sign-in and tell the user why.
 *
 * The browser receives `message`, `code` and `fieldErrors`. Do not put anything into them that an
 * attacker must not know, such as whether an account exists.
 */
export class CredentialsSignin extends SignInError {
  override readonly type = 'CredentialsSignin'
  code: string
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>

  constructor(message?: string, options: CredentialsSigninOptions = {}) {
    super(message, options)
    this.code = options.code ?? 'credentials'
    this.fieldErrors = options.fieldErrors ?? {}
  }
}

/** The messages that a form shows about a refused sign-in. */
export interface SignInRefusal {
  readonly message: string
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
}

/**
 * Returns the messages of a {@link CredentialsSignin} for a form.
 *
 * The message of another library's error is meant for developers, so a general message replaces it.
 */
export function describeRefusal(error: Error & { readonly fieldErrors?: unknown }): SignInRefusal {
  const isOurs = typeof error.fieldErrors === 'object'
  return {
    message: (isOurs && error.message) || 'Those details do not match. Check them and try again.',
    fieldErrors: isOurs ? (error.fieldErrors as SignInRefusal['fieldErrors']) : {},
  }
}
