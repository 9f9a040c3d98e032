import { readCapped } from './read-capped.js'
import { unlessAborted } from './unless-aborted.js'

/** Maximum duration and size of a response. */
export interface FetchLimits {
  readonly milliseconds: number
  readonly bytes: number
}

/** A complete response. `body` is undefined if it was larger than allowed. */
export interface WholeAnswer {
  readonly response: Response
  readonly body: ArrayBuffer | undefined
}

/** Sends a request and reads the whole response. Does not follow redirects. */
export async function fetchWhole(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { milliseconds, bytes }: FetchLimits,
): Promise<WholeAnswer> {
  const signal = AbortSignal.timeout(milliseconds)
  const read = async (): Promise<WholeAnswer> => {
    // workerd does not support `redirect: 'error'`.
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    return { response, body: await readCapped(response.body, bytes, signal) }
  }
  // A custom `fetch`, or a stream that it returns, may ignore the signal.
  return unlessAborted(signal, read())
}

/**
 * Some platforms return an opaque response for a redirect that was not followed, others a plain
 * one.
 */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}
