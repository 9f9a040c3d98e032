/**
 * A sign-in failed after the browser returned from the provider. Only the attempt's cookie knows
 * which page the user wanted to open, so the failure carries it to the next try.
 */
export class AttemptFailed extends Error {
  /** What the flow threw. */
  override readonly cause: unknown
  readonly callbackUrl: string | undefined

  constructor(cause: unknown, callbackUrl: string | undefined) {
    super('A sign-in attempt failed.')
    this.cause = cause
    this.callbackUrl = callbackUrl
  }
}
