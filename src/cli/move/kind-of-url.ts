import { isLoopback } from '../../http/origin.js'
import { parseHttpUrl } from '../../http/parse-url.js'

/** What `AUTH_URL` says: nothing, no URL, an address of this computer, or the address of a site. */
export type UrlKind = 'unknown' | 'invalid' | 'local' | 'site'

/** Finds out what a value of `AUTH_URL` says. A reference to another variable says nothing. */
export function kindOfUrl(value: string): UrlKind {
  if (value === '' || /[$<{%]/.test(value)) return 'unknown'
  const url = parseHttpUrl(value)
  if (!url) return 'invalid'
  return isLoopback(url.hostname) || url.hostname === '0.0.0.0' ? 'local' : 'site'
}
