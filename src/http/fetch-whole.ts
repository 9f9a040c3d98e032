import { readCapped } from './read-capped.js'
import { unlessAborted } from './unless-aborted.js'

/** How long an answer may take, and how much of it may come. */
export interface FetchLimits {
  readonly milliseconds: number
  readonly bytes: number
}

/** An answer that is complete; its body is undefined when there was more than allowed. */
export interface WholeAnswer {
  readonly response: Response
  readonly body: ArrayBuffer | undefined
}

/** Asks another server and reads its answer to the end; no redirect is followed. */
export async function fetchWhole(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { milliseconds, bytes }: FetchLimits,
): Promise<WholeAnswer> {
  const signal = AbortSignal.timeout(milliseconds)
  // Not `error`, which workerd does not know.
  const answer = fetch(url, { ...init, redirect: 'manual', signal })
  // A replacement for `fetch`, or a stream that it returns, may not heed the signal.
  const response = await unlessAborted(signal, answer)
  return { response, body: await unlessAborted(signal, readCapped(response.body, bytes)) }
}

/** A redirect that was not followed is opaque on some platforms, and plain on others. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}
