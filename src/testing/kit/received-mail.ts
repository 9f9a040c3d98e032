/** A mail that an inbox received. */
export interface ReceivedMail {
  /** The address of the recipient. */
  readonly to: string
  /** The link to open: the one with a token, or else the first one. Empty if the mail has none. */
  readonly link: string
  /** The code that the user can type instead of opening the link, if the mail has one. */
  readonly code: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
}
