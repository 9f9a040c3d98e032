import { OAuthRequestFailed } from '../errors/oauth-errors.js'
import { CompleteResponse } from '../http/complete-response.js'
import { fetchWhole, isRedirect } from '../http/fetch-whole.js'
import { isLoopback } from '../http/origin.js'
import type { EndpointFetch } from '../model/oauth-endpoints.js'

/** The platform's `fetch`, or the app's replacement. */
export type Fetch = typeof fetch

const limits = { milliseconds: 10_000, bytes: 1024 * 1024 }

/** Hosts that may be called over http because the config names them, besides this machine. */
export type HttpHosts = readonly string[]

/**
 * Sends one request to a provider: only https or loopback, no redirects, at most ten seconds and
 * one megabyte. The returned response is complete.
 */
export async function callOut(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  httpHosts: HttpHosts = [],
): Promise<Response> {
  requireSafeUrl(url, httpHosts)
  try {
    const { response, body } = await fetchWhole(fetch, url, init, limits)
    if (isRedirect(response)) throw new TypeError('Expected an answer, got a redirect.')
    if (!body) throw new TypeError(`Expected at most ${limits.bytes} bytes.`)
    const { status, headers } = response
    return new CompleteResponse(body, { status, headers: new Headers(headers) })
  } catch (cause) {
    throw new OAuthRequestFailed(
      `The call to ${withoutQuery(url)} failed: ${reasonOf(cause)}. Check the address, and that this server can reach it.`,
      { cause },
    )
  }
}

/** Returns the `fetch` that the app's endpoint handlers receive. */
export function handlerFetch(fetch: Fetch, httpHosts: HttpHosts = []): EndpointFetch {
  return (url, init = {}) => {
    const headers = { ...politeHeaders, ...Object.fromEntries(new Headers(init.headers)) }
    return callOut(fetch, String(url), { ...init, headers }, httpHosts)
  }
}

/** Headers of every request. Some providers refuse requests without them. */
export const politeHeaders: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'user-agent': 'latchkey',
}

/** Throws unless a URL is https, or http on this machine or on one of the hosts. */
export function requireSafeUrl(url: string, httpHosts: HttpHosts = []): void {
  const { protocol, hostname, host } = new URL(url)
  const mayBeHttp = isLoopback(hostname) || httpHosts.includes(host)
  if (protocol === 'https:' || (protocol === 'http:' && mayBeHttp)) return
  throw new OAuthRequestFailed(`Expected an https address, got ${withoutQuery(url)}.`)
}

/** Returns the reason as the platform reports it. Most platforms put it into the cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'the reason is not known'
  if (thrown.name === 'TimeoutError') return `it took over ${limits.milliseconds / 1000} seconds`
  const { message } = thrown.cause instanceof Error ? thrown.cause : thrown
  return message.replace(/\.$/, '')
}

/** Returns a URL for error messages, without its query, which may contain secrets. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
