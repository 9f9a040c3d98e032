import type { User } from './records.js'
import type { Awaitable } from './awaitable.js'

/** One field of a built-in form: a label and the attributes of its HTML `input`. */
export interface CredentialInput {
  /** Text beside the field. Default: the field's key. */
  label?: string | undefined
  /** Default `text`. */
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | number | undefined
  required?: boolean | undefined
  /** `username` marks the field that names the user, by which attempts are counted. */
  autocomplete?: string | undefined
  [attribute: string]: string | number | boolean | null | undefined
}

/** The fields of a credentials form, by name. */
export type CredentialInputs = Record<string, CredentialInput>

/** What `authorize` sees of one field: text, and `undefined` for a box that is not ticked. */
export type CredentialValue<I extends CredentialInput> = I extends { type: 'checkbox' | 'radio' }
  ? string | undefined
  : string

/** What `authorize` is given: the declared fields as text. Of other fields nothing is known. */
export type CredentialValues<C extends CredentialInputs> = string extends keyof C
  ? Partial<Record<string, unknown>>
  : { [Name in keyof C]: CredentialValue<C[Name]> }

/** Sign-in with whatever `authorize` accepts, such as a name and a password. */
export interface CredentialsConfig<C extends CredentialInputs = CredentialInputs> {
  /** Unique among the providers; part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: 'credentials'
  /** Fields of the built-in form. They do not validate: `authorize` does. */
  credentials: C
  /**
   * Checks what was submitted; `null` refuses it.
   * Declared fields are text, empty when they are missing; the client chose what it says. A thrown `CredentialsSignin` reaches the form with
   * its `code`; any other throw is logged and shown as a failed sign-in.
   */
  authorize(credentials: CredentialValues<C>, request: Request): Awaitable<User | null>
  /** What was given to the factory; merged over the other fields. */
  options?: object | undefined
}
