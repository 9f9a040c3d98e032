import type { DefaultSession, Session } from './records.js'

/** Result of reading a session: the cookies to send to the browser, and the session or `null`. */
export type GetSessionResult<S extends DefaultSession = Session> = Promise<{
  // oxlint-disable-next-line typescript/no-explicit-any -- promised so
  cookie: any
  data: S | null
}>

/** Options of a sign-in. All other keys are passed to the provider as form fields. */
export interface SignInOptions {
  /** URL to go to after the sign-in. Takes precedence over the `redirectTo` next to `options`. */
  redirectTo?: string | undefined
  /** Links the account to the current user instead of signing in with it. Needs an adapter. */
  link?: boolean | undefined
  [field: string]: unknown
}

/** Input of the sign-in action. */
export interface SignInInput {
  /** Id of the provider. Default: the user chooses on the sign-in page. */
  providerId?: string | undefined
  /** URL to go to after the sign-in. Default: the current page. */
  redirectTo?: string | undefined
  options?: SignInOptions | undefined
  /**
   * Added to the query of the authorization request.
   *
   * Pass URLSearchParams as `params.toString()`, because Qwik sends the input as JSON and would
   * lose their content.
   */
  authorizationParams?: string | Record<string, string> | undefined
}

/** Input of the sign-out action. */
export interface SignOutInput {
  /** URL to go to after the sign-out. Default: the current page. */
  redirectTo?: string | undefined
  /** Ends all of the user's sessions, on all devices. Needs an adapter. */
  everywhere?: boolean | undefined
}

/** Result of an action with valid input. */
export interface ActionSuccess {
  failed: undefined
  fieldErrors: undefined
  formErrors: undefined
  /**
   * Set by the sign-in action if the user has to prove a second factor, or has to decide whether to
   * keep an account that is to be deleted, and the page that asks for it is the one with the form. Any
   * other page is opened by a redirect.
   */
  needs?: 'second-factor' | 'keep-account'
}

/** Result of an action with invalid input, with the errors of each field. */
export interface ActionFailure<Field extends string> {
  failed: true
  fieldErrors: Record<Field, string[] | undefined>
  formErrors: string[]
}

/** Result of the sign-in action if its input is invalid or the credentials are wrong. */
export interface SignInFailure extends ActionFailure<keyof SignInInput> {
  /** Errors of the action's fields and of the fields in the credentials form. */
  fieldErrors: Record<keyof SignInInput, string[] | undefined> &
    Record<string, string[] | undefined>
}

/** Result of the sign-out action with invalid input. */
export type SignOutFailure = ActionFailure<'redirectTo'>

/** Result of the sign-in action. */
export type SignInResult = ActionSuccess | SignInFailure

/** Result of the sign-out action. */
export type SignOutResult = ActionSuccess | SignOutFailure
