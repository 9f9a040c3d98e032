import { sqlitePathOf } from '../databases/sqlite-path.js'

/** Removes a database's address and password from a text, such as the message of its driver. */
export function hidePassword(text: string, url: string): string {
  const written = [...passwordsInUserInfo(url), ...passwordsInQuery(url)]
  const secrets = [url, ...written.map(decode), ...written].filter((secret) => secret !== '')
  // The longest first, because a shorter one may be a part of it.
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length)
  return longestFirst.reduce((hidden, secret) => hidden.replaceAll(patternOf(secret), '***'), text)
}

/**
 * By hand, because drivers accept addresses that `URL` does not parse: without a host, as for a
 * PostgreSQL socket, with fewer slashes, or with a character in the password that should be escaped.
 * Such a character may be an `@`, so each `@` may end the password. It may also make the driver take
 * a piece of the password for another part of the address, so each piece counts.
 */
function passwordsInUserInfo(url: string): readonly string[] {
  const [, rest = ''] = /^[a-z][\w+.-]*:\/{0,2}[^:@/]*[:/]([^]*)$/i.exec(url) ?? []
  const ends = [...rest.matchAll(/@/g)].map(({ index }) => index)
  const pieces = rest.slice(0, ends.at(-1) ?? 0).split(/[:/?#@]/)
  return [...ends.map((end) => rest.slice(0, end)), ...pieces]
}

/** PostgreSQL's drivers also read `password` from the query. */
function passwordsInQuery(url: string): readonly string[] {
  const pairs = url.matchAll(/[?&]([^=&#]*)=([^&#]*)/g)
  return [...pairs].flatMap(([, name = '', value = '']) =>
    /pass|pwd|secret|token/i.test(name) ? [value] : [],
  )
}

/** A shorter password may be part of a word, such as `post` in `postgres`. */
const shortestUnmistakable = 12

/** Finds a long secret anywhere, and a short one unless it is a part of a word. */
function patternOf(secret: string): RegExp {
  const escaped = secret.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
  if (secret.length >= shortestUnmistakable) return new RegExp(escaped, 'g')
  const [start, end] = [/^\w/, /\w$/].map((edge) => edge.test(secret))
  return new RegExp(
    `${start ? String.raw`(?<!\w)` : ''}${escaped}${end ? String.raw`(?!\w)` : ''}`,
    'g',
  )
}

/** Names a database without its user, its password and its options. */
export function nameDatabase(url: string): string {
  const [scheme = ''] = /^[a-z][\w+.-]*:/i.exec(url) ?? []
  const path = sqlitePathOf(url)
  if (path !== undefined) return `${scheme}${path}`
  const [, host, pathname] = networkAddress.exec(url) ?? []
  return host === undefined ? `${scheme}//…` : `${scheme}//${host}${pathname}`
}

/**
 * A later `@` is not accepted, because the password may then have a character such as `/` in it,
 * and the rest of the password would look like a path.
 */
const networkAddress = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#@]*)([^?#@]*)(?:[?#][^@]*)?$/i

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
