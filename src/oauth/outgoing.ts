import { OAuthRequestFailed } from '../errors/oauth-errors.js'
import { isLoopback } from '../http/origin.js'
import { readCapped } from '../http/read-capped.js'

/** The `fetch` of a platform, or what an application puts in its place. */
export type Fetch = typeof fetch

const timeLimit = 10_000
const sizeLimit = 1024 * 1024

/**
 * One call to an identity service: https or loopback, no redirect followed, ten seconds, one
 * megabyte. The response is complete when it is returned.
 */
export async function callOut(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  requireSafeUrl(url)
  const signal = AbortSignal.timeout(timeLimit)
  // A replacement for `fetch`, or a stream that it returns, may not heed the signal.
  const late = rejectWhenAborted(signal)
  try {
    const answer = fetch(url, { ...init, redirect: 'manual', signal })
    const response = await Promise.race([answer, late])
    if (isRedirect(response)) throw new TypeError('Expected an answer, got a redirect.')
    return await Promise.race([readWhole(response), late])
  } catch (cause) {
    throw new OAuthRequestFailed(`The call to ${withoutQuery(url)} failed.`, { cause })
  }
}

/** Throws unless a URL is https, or http on this machine. */
export function requireSafeUrl(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new OAuthRequestFailed(`Expected an https address, got ${withoutQuery(url)}.`)
}

/** A redirect that was not followed is opaque on some platforms, and plain on others. */
function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
}

async function readWhole({ body, status, headers }: Response): Promise<Response> {
  const bytes = await readCapped(body, sizeLimit)
  if (!bytes) throw new TypeError(`Expected at most ${sizeLimit} bytes.`)
  return new Response(bytes.byteLength > 0 ? bytes : null, {
    status,
    headers: new Headers(headers),
  })
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
