/** Attributes of a `Set-Cookie` header. @see RFC 6265bis §4.1.2 */
export interface CookieAttributes {
  readonly domain?: string | undefined
  readonly path?: string | undefined
  readonly expires?: Date | undefined
  /** Seconds. */
  readonly maxAge?: number | undefined
  readonly httpOnly?: boolean | undefined
  readonly secure?: boolean | undefined
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined
  readonly partitioned?: boolean | undefined
  readonly priority?: 'low' | 'medium' | 'high' | undefined
}

/** A cookie to set. An empty value with `maxAge: 0` deletes it. */
export interface Cookie {
  readonly name: string
  /** Plain text. It is percent-encoded in the header. */
  readonly value: string
  readonly attributes: CookieAttributes
}

/** More cookies than a browser stores for one site. */
const mostCookies = 300

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const domainForm = /^\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
const pathForm = /^\/[\x20-\x3a\x3c-\x7e]*$/

/**
 * Returns the value of the first cookie with exactly this name.
 *
 * Only spaces and tabs around a name are removed. Other white space is part of the name, so a
 * look-alike cookie cannot shadow the real one.
 */
export function readCookie(header: string, name: string): string | undefined {
  for (let at = header.indexOf(name); at !== -1; at = header.indexOf(name, at + name.length)) {
    const equals = skipBlanks(header, at + name.length)
    if (!beginsPair(header, at) || header[equals] !== '=') continue
    const semicolon = header.indexOf(';', equals)
    return decodeValue(trimBlanks(header, equals + 1, semicolon === -1 ? header.length : semicolon))
  }
  return undefined
}

/** Whether a header has a cookie whose name begins with these letters. */
export function hasCookieLike(header: string, beginning: string): boolean {
  let at = header.indexOf(beginning)
  while (at !== -1 && !beginsPair(header, at)) at = header.indexOf(beginning, at + 1)
  return at !== -1
}

/** Whether only blanks are between a position and the end of the pair before it. */
function beginsPair(header: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && isBlank(header.charCodeAt(before))) before--
  return before === -1 || header[before] === ';'
}

function skipBlanks(header: string, from: number): number {
  let at = from
  while (isBlank(header.charCodeAt(at))) at++
  return at
}

/**
 * Cuts a `Cookie` header after the maximum number of cookies, because every search scans all of
 * them.
 */
export function boundCookies(header: string): string {
  let end = -1
  for (let count = 0; count < mostCookies; count++) {
    end = header.indexOf(';', end + 1)
    if (end === -1) return header
  }
  return header.slice(0, end)
}

/**
 * Whether `Set-Cookie` can contain this name. Browsers also send names that it cannot, and those
 * cannot be deleted.
 */
export function isCookieName(name: string): boolean {
  return token.test(name)
}

/** Returns the names of all cookies in a header. */
export function cookieNames(header: string): readonly string[] {
  return header.split(';').map((pair) => trimBlanks(pair, 0, Math.max(0, pair.indexOf('='))))
}

/** Returns the `Cookie` header that the browser sends after it received these cookies. */
export function withCookies(header: string, given: readonly Cookie[]): string {
  const values = new Map(given.map(({ name, value }) => [name, value]))
  const names = cookieNames(header)
  const kept = header.split(';').filter((_, at) => !values.has(names[at] ?? ''))
  const added = [...values].filter(([, value]) => value !== '')
  const pairs = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [kept.join(';'), ...pairs].filter((part) => part !== '').join('; ')
}

/**
 * Returns the attributes of a cookie that lasts for a number of seconds, unless they set a lifetime.
 * Both are never set, because a browser ignores `Expires` beside `Max-Age`.
 */
export function withLifetime(seconds: number, attributes: CookieAttributes): CookieAttributes {
  const isSet = attributes.maxAge !== undefined || attributes.expires !== undefined
  return isSet ? attributes : { ...attributes, maxAge: seconds }
}

/** Returns the `Set-Cookie` header of a cookie. Throws if a name, value or attribute is not valid. */
export function serializeCookie({ name, value, attributes }: Cookie): string {
  const problem = cookieProblem(name, attributes)
  if (problem) throw new TypeError(problem)
  let text = `${name}=${encodeURIComponent(value)}`
  if (attributes.maxAge !== undefined) text += `; Max-Age=${attributes.maxAge}`
  if (attributes.domain) text += `; Domain=${attributes.domain}`
  if (attributes.path) text += `; Path=${attributes.path}`
  if (attributes.expires) text += `; Expires=${attributes.expires.toUTCString()}`
  if (attributes.httpOnly) text += '; HttpOnly'
  if (attributes.secure) text += '; Secure'
  if (attributes.partitioned) text += '; Partitioned'
  if (attributes.priority) text += `; Priority=${capitalize(attributes.priority)}`
  if (attributes.sameSite) text += `; SameSite=${capitalize(attributes.sameSite)}`
  return text
}

/**
 * Returns why a browser would refuse or misread this cookie, or undefined if it would accept it.
 */
export function cookieProblem(name: string, attributes: CookieAttributes): string | undefined {
  const { domain, path, expires, maxAge, secure, sameSite, partitioned, priority } = attributes
  if (!token.test(name)) return `Expected a cookie name of token characters, got "${name}".`
  if (domain !== undefined && !domainForm.test(domain)) {
    return `Expected a host name as the domain of the cookie "${name}", got "${domain}".`
  }
  if (path !== undefined && !pathForm.test(path)) {
    return `Expected a path that begins with "/" for the cookie "${name}", got "${path}".`
  }
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) {
    return `Expected whole seconds as the maxAge of the cookie "${name}", got ${maxAge}.`
  }
  if (expires !== undefined && Number.isNaN(expires.getTime())) {
    return `Expected a date as the expiry of the cookie "${name}".`
  }
  if (sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite)) {
    return `Expected strict, lax or none as sameSite of the cookie "${name}", got "${sameSite}".`
  }
  if (priority !== undefined && !['low', 'medium', 'high'].includes(priority)) {
    return `Expected low, medium or high as priority of the cookie "${name}", got "${priority}".`
  }
  // Browsers match the prefixes case-insensitively.
  if (/^__host-/i.test(name) && (!secure || path !== '/' || domain !== undefined)) {
    return `The prefix of "${name}" asks for secure: true, path: "/" and no domain.`
  }
  if (/^__secure-/i.test(name) && !secure) {
    return `The prefix of "${name}" asks for secure: true.`
  }
  if ((sameSite === 'none' || partitioned) && !secure) {
    return `The cookie "${name}" needs secure: true for sameSite "none" and for partitioned.`
  }
  return undefined
}

function trimBlanks(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function decodeValue(raw: string): string {
  const text = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
