import type { DefaultSession, Session } from './records.js'

/** Answer of a session read: the cookies to send on, and the session or `null`. */
export type GetSessionResult<S extends DefaultSession = Session> = Promise<{
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so
  cookie: any
  data: S | null
}>

/** Options of a sign-in; keys other than these are passed to the provider as form fields. */
export interface SignInOptions {
  /** Where to go afterwards; goes before the `redirectTo` beside `options`. */
  redirectTo?: string | undefined
  /** Links the account to whoever is signed in, rather than signing in with it. Needs an adapter. */
  link?: boolean | undefined
  [field: string]: unknown
}

/** Input of the sign-in action. */
export interface SignInInput {
  /** Id of the provider. Default: the sign-in page asks. */
  providerId?: string | undefined
  /** Where to go afterwards. Default: the current page. */
  redirectTo?: string | undefined
  options?: SignInOptions | undefined
  /**
   * Added to the query of the authorization request.
   *
   * Pass URLSearchParams as `params.toString()`: Qwik sends the input as JSON, which would keep nothing
   * of them.
   */
  authorizationParams?: string | Record<string, string> | undefined
}

/** Input of the sign-out action. */
export interface SignOutInput {
  /** Where to go afterwards. Default: the current page. */
  redirectTo?: string | undefined
  /** Ends all sessions of the user, on other devices too. Needs an adapter. */
  everywhere?: boolean | undefined
}

/** Result of an action whose input was valid. */
export interface ActionSuccess {
  failed: undefined
  fieldErrors: undefined
  formErrors: undefined
}

/** Result of an action whose input was refused, with what is wrong about each field. */
export interface ActionFailure<Field extends string> {
  failed: true
  fieldErrors: Record<Field, string[] | undefined>
  formErrors: string[]
}

/** Result of the sign-in action with invalid input, or with details that were refused. */
export interface SignInFailure extends ActionFailure<keyof SignInInput> {
  /** Besides the fields of the action, those of a credentials form. */
  fieldErrors: Record<keyof SignInInput, string[] | undefined> &
    Record<string, string[] | undefined>
}

/** Result of the sign-out action with invalid input. */
export type SignOutFailure = ActionFailure<'redirectTo'>

/** Result of the sign-in action. */
export type SignInResult = ActionSuccess | SignInFailure

/** Result of the sign-out action. */
export type SignOutResult = ActionSuccess | SignOutFailure
