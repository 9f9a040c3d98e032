import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'

/** Options by which an application says itself what happens without TLS. */
const choices = ['requireTLS', 'ignoreTLS', 'opportunisticTLS']

/**
 * The same SMTP server, to which nothing is sent before TLS is up, because an attacker on the line
 * can remove the server's offer of STARTTLS. A server on this machine, and options by which the app
 * chose otherwise, stay as they are.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8314#section-3
 */
export function requireTls(server: string | object): string | object {
  if (typeof server === 'string') return requireTlsOfUrl(server)
  const { url, host, service, send } = server as Readonly<Record<string, unknown>>
  if (typeof url === 'string') return { ...server, url: requireTlsOfUrl(url) }
  // A plugin of Nodemailer brings its own connection.
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
