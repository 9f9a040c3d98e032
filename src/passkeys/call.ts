/** Options of a passkey ceremony. */
export interface PasskeyCall {
  /** Id of the provider. Default: `passkey`. */
  provider?: string | undefined
  /** Path of the authentication endpoints. Default: `/auth`. */
  basePath?: string | undefined
  /** The submitted form fields, such as `{ email }` for a sign-up. */
  fields?: Readonly<Record<string, string>> | undefined
  /** URL to go to afterwards. Default: the start page. */
  redirectTo?: string | undefined
}

/** Result of a successful ceremony. */
export interface PasskeyDone {
  /** The URL to navigate to. The session cookie is already set. */
  readonly url: string
}
