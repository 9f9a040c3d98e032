import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'

/** Whether a URL uses https, or http on this machine. */
export function isServiceUrl(url: string): boolean {
  const { protocol, hostname = '' } = parseUrl(url) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
