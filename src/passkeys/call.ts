/** What a ceremony is about. */
export interface PasskeyCall {
  /** Id of the provider. Default `passkey`. */
  provider?: string | undefined
  /** Where the authentication endpoints are. Default `/auth`. */
  basePath?: string | undefined
  /** What the person typed, such as `{ email }` for somebody who signs up. */
  fields?: Readonly<Record<string, string>> | undefined
  /** Where to go afterwards. Default: the start page. */
  redirectTo?: string | undefined
}

/** A ceremony that went well. */
export interface PasskeyDone {
  /** Where the browser should go now; the session is in its cookie already. */
  readonly url: string
}
