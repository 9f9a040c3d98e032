import { parseUrl } from '../http/parse-url.js'

/** Gives back a URL that a link or a form may lead to: http(s), or a path of this site. */
export function acceptLink(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return isSitePath(value) ? value : parseWebUrl(value)?.href
}

/** Gives back a URL that an image may be loaded from: as a link, or a picture in a `data:` URL. */
export function acceptImage(value: unknown): string | undefined {
  return isDataImage(value) ? value : acceptLink(value)
}

/** Gives the origin of an absolute http(s) URL, fit to stand in a Content-Security-Policy. */
export function originOf(value: unknown): string | undefined {
  return typeof value === 'string' ? parseWebUrl(value)?.origin : undefined
}

// Browsers read a backslash as a slash and skip tabs and line breaks, so `/\host` and `/<tab>/host` leave the site.
function isSitePath(value: string): boolean {
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(value)
}

function isDataImage(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value)
}

// URL lets `;`, `,`, `'` and `*` stand in a host; in a policy they would end a directive or widen it.
function parseWebUrl(value: string): URL | undefined {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : undefined
  return url && /^[a-z0-9._:[\]-]+$/.test(url.host) ? url : undefined
}
