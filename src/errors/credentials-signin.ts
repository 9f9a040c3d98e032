import { AuthError } from './auth-error.js'

/** What a {@link CredentialsSignin} can carry to the form. */
export interface CredentialsSigninOptions extends ErrorOptions {
  /** Public code in the `code` query parameter of the sign-in page. Default `credentials`. */
  readonly code?: string
  /** Messages per credential field, shown next to the fields. */
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>
}

/**
 * Throw it in `authorize` to refuse a sign-in and tell the user why.
 *
 * `message`, `code` and `fieldErrors` reach the browser: put nothing in them that a stranger may
 * not read, such as whether an account exists.
 */
export class CredentialsSignin extends AuthError {
  override readonly type = 'CredentialsSignin'
  code: string
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>

  constructor(message?: string, options: CredentialsSigninOptions = {}) {
    super(message, options)
    this.code = options.code ?? 'credentials'
    this.fieldErrors = options.fieldErrors ?? {}
  }
}

/** What a form may say about a refused sign-in. */
export interface SignInRefusal {
  readonly message: string
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
}

/**
 * The words of a {@link CredentialsSignin}, for a form to show.
 *
 * One that another library made has a message for developers; a general one takes its place.
 */
export function describeRefusal(error: Error): SignInRefusal {
  const isOurs = 'fieldErrors' in error && typeof error.fieldErrors === 'object'
  return {
    message: (isOurs && error.message) || 'Those details do not match. Check them and try again.',
    fieldErrors: isOurs ? (error.fieldErrors as SignInRefusal['fieldErrors']) : {},
  }
}
