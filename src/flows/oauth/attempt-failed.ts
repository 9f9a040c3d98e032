import type { SafeUrl } from '../../context/redirects.js'

/**
 * A sign-in failed after the browser returned from the provider. Only the attempt's cookie knows
 * which page the user wanted to open, so the failure carries it to the next try.
 */
export class AttemptFailed extends Error {
  /** What the flow threw. */
  override readonly cause: unknown
  readonly callbackUrl: string | undefined
  /** The page on which the user can try again, if it is not the sign-in page. */
  readonly retryUrl: SafeUrl | undefined

  constructor(cause: unknown, callbackUrl: string | undefined, retryUrl?: SafeUrl) {
    super('A sign-in attempt failed.')
    this.cause = cause
    this.callbackUrl = callbackUrl
    this.retryUrl = retryUrl
  }
}
