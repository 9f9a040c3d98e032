import { parseUrl } from './parse-url.js'

/** RFC 5321, section 4.5.3.1. */
const longestLocalPart = 64
const longestAddress = 254

/**
 * RFC 5322, section 3.2.3: a dot-atom. Quoted local parts, comments and folding are not supported.
 */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * Returns the address in the form that is stored, compared and sent to: lower case, with an ASCII
 * domain. Returns undefined if the text is not exactly one e-mail address.
 *
 * Nothing is removed or guessed. A text that a mail program might read in two ways is refused.
 */
export function parseEmailAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 4 * longestAddress) return undefined
  const [local = '', host = '', ...rest] = text.trim().split('@')
  const name = toLowerAscii(local)
  const zone = toAsciiDomain(host)
  if (rest.length > 0 || zone === undefined) return undefined
  // RFC 2047: some mail servers decode an encoded word and would then see another address.
  if (name.length > longestLocalPart || !localPart.test(name) || name.includes('=?')) {
    return undefined
  }
  const address = `${name}@${zone}`
  return address.length <= longestAddress ? address : undefined
}

/**
 * Returns one text for all addresses that may deliver to the same mailbox: without tags and dots,
 * and with one name for Gmail. Use it only for counting, because other mail services treat these
 * addresses as different.
 */
export function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.split('@')
  const name = local.replace(/\+.*$/, '').replaceAll('.', '')
  return `${name || local}@${host === 'googlemail.com' ? 'gmail.com' : host}`
}

/** Only A to Z, because other scripts have letters whose lower case is an ASCII letter. */
function toLowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function toAsciiDomain(host: string): string | undefined {
  // Letters of any script. The URL parser converts them to ASCII.
  const hostname = /^[\p{L}\p{N}\p{M}.-]+$/u.test(host)
    ? parseUrl(`http://${host}`)?.hostname
    : undefined
  if (hostname === undefined) return undefined
  return domain.test(hostname) || hostname === 'localhost' ? hostname : undefined
}
