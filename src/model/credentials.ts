import type { User } from './records.js'
import type { PasswordMethod } from './password.js'
import type { Awaitable } from './awaitable.js'

/** One field of a built-in form: a label and the attributes of its HTML `input`. */
export interface CredentialInput {
  /** Label of the field. Default: the field's key. */
  label?: string | undefined
  /** Default: `text`. */
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | number | undefined
  required?: boolean | undefined
  /**
   * `username` marks the field that identifies the user. Attempts are counted by its value.
   *
   * A page without JavaScript shows a field again after a failed sign-in if this names data that is
   * not secret, such as `username`, `email`, `organization` or `address-level2`.
   */
  autocomplete?: string | undefined
  [attribute: string]: string | number | boolean | null | undefined
}

/** The fields of a credentials form, keyed by name. */
export type CredentialInputs = Record<string, CredentialInput>

/**
 * The value of one field in `authorize`: a string, or `undefined` for a checkbox that is not
 * ticked.
 */
export type CredentialValue<I extends CredentialInput> = I extends { type: 'checkbox' | 'radio' }
  ? string | undefined
  : string

/**
 * The values that `authorize` receives. Declared fields are strings. Other fields are `unknown`.
 */
export type CredentialValues<C extends CredentialInputs> = string extends keyof C
  ? Partial<Record<string, unknown>>
  : { [Name in keyof C]: CredentialValue<C[Name]> }

/**
 * Sign-in with credentials that your `authorize` function checks, such as a user name and a
 * password.
 */
export interface CredentialsConfig<C extends CredentialInputs = CredentialInputs> {
  /** Must be unique among your providers. Part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: 'credentials'
  /**
   * Fields of the built-in form. Their attributes are not validated on the server, so `authorize`
   * must validate the values.
   */
  credentials: C
  /**
   * Checks the submitted credentials. Returns the user, or `null` to refuse the sign-in.
   *
   * A declared field is a string, empty if it is missing. The client chooses its content. If it
   * throws a `CredentialsSignin`, the form receives its `code`. Any other error is logged, and the
   * sign-in fails.
   */
  authorize(credentials: CredentialValues<C>, request: Request): Awaitable<User | null>
  /** Set by the `Password` provider, which checks passwords with the engine's help. */
  passwords?: PasswordMethod | undefined
  /** The options that were passed to the factory. They are merged over the other fields. */
  options?: object | undefined
}
