/** A mail that an inbox received. */
export interface ReceivedMail {
  /** The address of the recipient. */
  readonly to: string
  /** The sign-in link. */
  readonly link: string
  /** The code that the user can type instead, if the provider has `codeLength`. */
  readonly code: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
}
