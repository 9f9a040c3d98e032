import { callbackUrlLimits } from '../model/callback-url-limits.js'

/** Whether this is a path or an http(s) URL that all parsers read the same way. */
export function isPlausible(url: string): boolean {
  if (url.length > callbackUrlLimits.request || /[\u0000-\u0020\u007f\\]/.test(url)) return false
  return /^\/(?!\/)/.test(url) || /^https?:\/\/[^/]/i.test(url)
}

/**
 * Like `isPlausible`, but also accepts relative URLs and other schemes, which a custom callback may
 * allow.
 */
export function isReadable(url: string): boolean {
  if (isPlausible(url)) return true
  if (
    url === '' ||
    url.length > callbackUrlLimits.request ||
    /^\/\/|[\u0000-\u0020\u007f\\]/.test(url)
  )
    return false
  const scheme = schemeOf(url)
  return scheme === undefined || !isRisky(scheme, schemesOfOtherHosts)
}

export function schemeOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase()
}

/** Schemes that run code, or show an attacker's document in place of a page. */
const riskySchemes = [
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'filesystem:',
  'file:',
  'about:',
  'view-source:',
]

/**
 * Not accepted from a visitor. Parsers disagree about the host of an http(s) URL that
 * {@link isPlausible} refused, and an `intent:` URL names a second URL to open instead.
 */
const schemesOfOtherHosts = ['http:', 'https:', 'intent:']

export function isRisky(scheme: string, others: readonly string[] = []): boolean {
  return riskySchemes.includes(scheme) || others.includes(scheme)
}
