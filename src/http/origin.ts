import { parseUrl } from './parse-url.js'
import type { RequestHead } from './request-head.js'

/** The origins that a deployment answers for. */
export interface OriginPolicy {
  /** If not empty, only these origins are allowed, and the first is the default. */
  readonly origins: readonly string[]
  /** Whether the request's host is trusted. If undefined, only loopback hosts are. */
  readonly trustHost: boolean | undefined
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted. */
  readonly trustForwardedHeaders: boolean
}

/** The origin of a request, and whether the policy allows links to it. */
export interface ResolvedOrigin {
  readonly origin: string
  readonly trusted: boolean
}

/**
 * Returns the origin that the visitor used to reach the app, as far as the policy trusts the
 * request.
 */
export function resolveOrigin(request: RequestHead, policy: OriginPolicy): ResolvedOrigin {
  const [only, ...others] = policy.origins
  if (only !== undefined && others.length === 0) return { origin: only, trusted: true }
  const origin = policy.trustForwardedHeaders ? forwardedOrigin(request) : originOf(request.url)
  if (only !== undefined) return { origin, trusted: policy.origins.includes(origin) }
  return { origin, trusted: policy.trustHost ?? isLoopback(new URL(origin).hostname) }
}

/**
 * `same` and `foreign` come from the browser's headers. `unknown` means that the headers are
 * missing.
 */
export type Initiator = 'same' | 'foreign' | 'unknown'

/**
 * Returns which site made the browser send this request.
 *
 * Both sandboxed frames and our own pages under `no-referrer` send `Origin: null`. Only
 * `Sec-Fetch-Site` distinguishes them.
 */
export function initiatorOf(headers: RequestHead['headers'], origin: string): Initiator {
  const claimed = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (claimed !== null && claimed !== 'null' && claimed !== origin) return 'foreign'
  if (site === 'same-origin') return 'same'
  // `none` means that the user started the request, for example by restoring a tab. An `Origin` of
  // "null" is still foreign, because the restored request may have come from another site.
  if (claimed === 'null' || (site !== null && site !== 'none')) return 'foreign'
  return claimed === origin ? 'same' : 'unknown'
}

/**
 * Whether the browser says that the user started this navigation, by a click or by typing a URL.
 */
export function isUserNavigation(headers: RequestHead['headers']): boolean {
  return (
    headers.get('sec-fetch-user') === '?1' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  )
}

/** Whether the browser loads a page that the user has not opened yet. */
export function isPrefetch(headers: RequestHead['headers']): boolean {
  const purposes = [headers.get('sec-purpose'), headers.get('purpose'), headers.get('x-moz')]
  return purposes.some((purpose) => purpose?.toLowerCase().includes('prefetch') ?? false)
}

/** Whether a host name always means this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** The URL of a request is already normalized, so its origin ends where the path begins. */
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

/** The first entry comes from the proxy that is nearest to the visitor. */
function firstOf(list: string | null): string | undefined {
  return list?.split(',', 1)[0]?.trim().toLowerCase() || undefined
}
