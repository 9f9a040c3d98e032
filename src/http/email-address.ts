import { parseUrl } from './parse-url.js'

/** RFC 5321, section 4.5.3.1: what the longest mailbox may have. */
const longestLocalPart = 64
const longestAddress = 254

/** RFC 5322, section 3.2.3: a dot-atom. Quoted names, comments and folding are of no use to people. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Letters of any script, which the URL parser turns into what the DNS knows. */
const typedDomain = /^[\p{L}\p{N}\p{M}.-]+$/u
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The one address that a text is, in the form in which it is stored, compared and sent to: lower
 * case, the domain in ASCII. Undefined for everything else.
 *
 * Nothing is taken away and nothing guessed: what a mail program might read in two ways is refused.
 */
export function parseEmailAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 4 * longestAddress) return undefined
  const [local = '', host = '', ...rest] = text.trim().split('@')
  const name = toLowerAscii(local)
  const zone = toAsciiDomain(host)
  if (rest.length > 0 || zone === undefined) return undefined
  // RFC 2047: some mailers decode what looks like an encoded word, and then see another address.
  if (name.length > longestLocalPart || !localPart.test(name) || name.includes('=?')) {
    return undefined
  }
  const address = `${name}@${zone}`
  return address.length <= longestAddress ? address : undefined
}

/**
 * One text for all the addresses that a mail service may deliver to one mailbox: tags, dots and the
 * second name of Gmail make no other. It is for counting alone, because other services tell them apart.
 */
export function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.split('@')
  const name = local.replace(/\+.*$/, '').replaceAll('.', '')
  return `${name || local}@${host === 'googlemail.com' ? 'gmail.com' : host}`
}

/** Only A to Z: other scripts have letters whose lower case is an ASCII one. */
function toLowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function toAsciiDomain(host: string): string | undefined {
  const hostname = typedDomain.test(host) ? parseUrl(`http://${host}`)?.hostname : undefined
  if (hostname === undefined) return undefined
  return domain.test(hostname) || hostname === 'localhost' ? hostname : undefined
}
