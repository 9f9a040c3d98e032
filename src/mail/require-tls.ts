import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'

/** Options with which an app decides itself what happens without TLS. */
const choices = ['requireTLS', 'ignoreTLS', 'opportunisticTLS']

/**
 * Returns the SMTP server with required TLS, because an attacker on the network can remove the
 * server's offer of STARTTLS. Leaves a server on this machine, and options with which the app chose
 * otherwise, unchanged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8314#section-3
 */
export function requireTls(server: string | object): string | object {
  if (typeof server === 'string') return requireTlsOfUrl(server)
  const { url, host, service, send } = server as Readonly<Record<string, unknown>>
  if (typeof url === 'string') return { ...server, url: requireTlsOfUrl(url) }
  // A Nodemailer plugin manages its own connection.
  if (typeof send === 'function' || choices.some((name) => name in server)) return server
  const isLocal = typeof host === 'string' ? isLocalHost(host) : service === undefined
  return isLocal ? server : { ...server, requireTLS: true }
}

function requireTlsOfUrl(text: string): string {
  const url = parseUrl(text)
  if (url?.protocol !== 'smtp:' || isLocalHost(url.hostname)) return text
  if (choices.some((name) => url.searchParams.has(name))) return text
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

function isLocalHost(host: string): boolean {
  return isLoopback(host) || host === '::1'
}
