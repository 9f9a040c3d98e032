import { parseUrl } from './parse-url.js'

/**
 * Returns a URL that a link or form may lead to: http(s), or a path on this site. Otherwise
 * undefined.
 */
export function acceptLink(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return isSitePath(value) ? value : parseWebUrl(value)?.href
}

/**
 * Returns a URL that an image may be loaded from: a safe link, or an image in a `data:` URL.
 * Otherwise undefined.
 */
export function acceptImage(value: unknown): string | undefined {
  return isDataImage(value) ? value : acceptLink(value)
}

/**
 * Returns the https URL of a picture on another site, if a table and a cookie have room for it.
 * Otherwise undefined.
 */
export function acceptPicture(value: unknown): string | undefined {
  const url = typeof value === 'string' ? parseWebUrl(value) : undefined
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isSafe && url.href.length <= longestPicture ? url.href : undefined
}

const longestPicture = 1024

/** Returns the origin of an absolute http(s) URL, safe to use in a Content-Security-Policy. */
export function originOf(value: unknown): string | undefined {
  return typeof value === 'string' ? parseWebUrl(value)?.origin : undefined
}

// Browsers read a backslash as a slash and skip tabs and line breaks, so `/\host` and `/<tab>/host`
// leave the site.
function isSitePath(value: string): boolean {
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(value)
}

function isDataImage(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value)
}

// The URL parser accepts `;`, `,`, `'` and `*` in a host. In a policy they would end a directive or
// widen it.
function parseWebUrl(value: string): URL | undefined {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : undefined
  return url && /^[a-z0-9._:[\]-]+$/.test(url.host) ? url : undefined
}
