import { parseUrl } from './parse-url.js'
import type { RequestHead } from './request-head.js'

/** Which origins a deployment answers for. */
export interface OriginPolicy {
  /** When there are any, only these, whatever the request says; the first is the default. */
  readonly origins: readonly string[]
  /** Whether the host of a request is believed; undefined believes loopback hosts alone. */
  readonly trustHost: boolean | undefined
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` say what the visitor sees. */
  readonly trustForwardedHeaders: boolean
}

/** The origin of a request, and whether the policy lets us build links with it. */
export interface ResolvedOrigin {
  readonly origin: string
  readonly trusted: boolean
}

/** The origin under which the visitor reached us, as far as the policy lets us believe it. */
export function resolveOrigin(request: RequestHead, policy: OriginPolicy): ResolvedOrigin {
  const [only, ...others] = policy.origins
  if (only !== undefined && others.length === 0) return { origin: only, trusted: true }
  const origin = policy.trustForwardedHeaders ? forwardedOrigin(request) : originOf(request.url)
  if (only !== undefined) return { origin, trusted: policy.origins.includes(origin) }
  return { origin, trusted: policy.trustHost ?? isLoopback(new URL(origin).hostname) }
}

/** `foreign` and `same` are said by the browser; `unknown` means that it said nothing. */
export type Initiator = 'same' | 'foreign' | 'unknown'

/**
 * Who made the browser send this request.
 *
 * `Origin: null` comes from sandboxed frames and from our own origin under `no-referrer` alike;
 * only `Sec-Fetch-Site` tells them apart.
 */
export function initiatorOf(headers: RequestHead['headers'], origin: string): Initiator {
  const claimed = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (claimed !== null && claimed !== 'null' && claimed !== origin) return 'foreign'
  if (site === 'same-origin') return 'same'
  // `none` is the person themselves, restoring a tab; but what was foreign then is foreign now.
  if (claimed === 'null' || (site !== null && site !== 'none')) return 'foreign'
  return claimed === origin ? 'same' : 'unknown'
}

/** Whether the browser says that a person led it here, by a click or by typing. */
export function isUserNavigation(headers: RequestHead['headers']): boolean {
  return (
    headers.get('sec-fetch-user') === '?1' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  )
}

/** Whether a page is loaded in case somebody might want it. */
export function isPrefetch(headers: RequestHead['headers']): boolean {
  const purposes = [headers.get('sec-purpose'), headers.get('purpose'), headers.get('x-moz')]
  return purposes.some((purpose) => purpose?.toLowerCase().includes('prefetch') ?? false)
}

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** A request's URL was written by a URL parser: its origin ends where the path begins. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
}

function forwardedOrigin(request: RequestHead): string {
  const url = new URL(request.url)
  const proto = firstOf(request.headers.get('x-forwarded-proto')) ?? url.protocol.slice(0, -1)
  const host = firstOf(request.headers.get('x-forwarded-host')) ?? url.host
  const isHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/.test(host)
  const isPossible = isHost && /^https?$/.test(proto)
  return (isPossible ? parseUrl(`${proto}://${host}`) : undefined)?.origin ?? url.origin
}

/** The proxy nearest to the visitor writes first. */
function firstOf(list: string | null): string | undefined {
  return list?.split(',', 1)[0]?.trim().toLowerCase() || undefined
}
