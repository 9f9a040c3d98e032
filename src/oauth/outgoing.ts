import { OAuthRequestFailed } from '../errors/oauth-errors.js'
import { fetchWhole, isRedirect } from '../http/fetch-whole.js'
import { isLoopback } from '../http/origin.js'
import type { EndpointFetch } from '../model/oauth.js'

/** The `fetch` of a platform, or what an application puts in its place. */
export type Fetch = typeof fetch

const limits = { milliseconds: 10_000, bytes: 1024 * 1024 }

/**
 * One call to an identity service: https or loopback, no redirect followed, ten seconds, one
 * megabyte. The response is complete when it is returned.
 */
export async function callOut(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  requireSafeUrl(url)
  try {
    const { response, body } = await fetchWhole(fetch, url, init, limits)
    if (isRedirect(response)) throw new TypeError('Expected an answer, got a redirect.')
    if (!body) throw new TypeError(`Expected at most ${limits.bytes} bytes.`)
    const { status, headers } = response
    return new Response(body.byteLength > 0 ? body : null, {
      status,
      headers: new Headers(headers),
    })
  } catch (cause) {
    throw new OAuthRequestFailed(
      `The call to ${withoutQuery(url)} failed: ${reasonOf(cause)}. Check the address, and that this server can reach it.`,
      { cause },
    )
  }
}

/** What the application's own endpoint handlers call services with. */
export function handlerFetch(fetch: Fetch): EndpointFetch {
  return (url, init = {}) => {
    const headers = { ...politeHeaders, ...Object.fromEntries(new Headers(init.headers)) }
    return callOut(fetch, String(url), { ...init, headers })
  }
}

/** What services ask of every request; some refuse one without. */
export const politeHeaders: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'user-agent': 'latchkey',
}

/** Throws unless a URL is https, or http on this machine. */
export function requireSafeUrl(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new OAuthRequestFailed(`Expected an https address, got ${withoutQuery(url)}.`)
}

/** What went wrong, as far as the platform knows; most only say so in the cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'nothing was said about why'
  if (thrown.name === 'TimeoutError') return `it took over ${limits.milliseconds / 1000} seconds`
  const { message } = thrown.cause instanceof Error ? thrown.cause : thrown
  return message.replace(/\.$/, '')
}

/** A URL as errors name it: its parameters may be secret. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
