/** A cookie as a browser stores it. */
export interface StoredCookie {
  readonly name: string
  /** As it was sent, still percent-encoded. */
  readonly value: string
  readonly path: string
  readonly domain: string | undefined
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly sameSite: string | undefined
  /** Milliseconds since the epoch. Undefined for a session cookie. */
  readonly expires: number | undefined
}

const largestCookie = 4096

/** Parses a `Set-Cookie` header. */
export function parseSetCookie(line: string, url: URL): StoredCookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const equals = pair.indexOf('=')
  const given = new Map(
    rest.map((part): [string, string] => {
      const [name = '', ...value] = part.split('=')
      return [name.toLowerCase(), value.join('=')]
    }),
  )
  return {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    path: given.get('path') ?? (url.pathname.replace(/\/[^/]*$/, '') || '/'),
    domain: given.get('domain'),
    secure: given.has('secure'),
    httpOnly: given.has('httponly'),
    sameSite: given.get('samesite'),
    expires: expiryOf(given),
  }
}

function expiryOf(given: ReadonlyMap<string, string>): number | undefined {
  const maxAge = given.get('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0 ? 0 : Date.now() + Number(maxAge) * 1000
  const expires = given.get('expires')
  if (expires === undefined) return undefined
  const moment = Date.parse(expires)
  if (Number.isNaN(moment)) throw new Error(`"${expires}" is no date.`)
  return moment
}

/** Returns the reason for which a real browser would drop the cookie. */
export function refusal(cookie: StoredCookie, url: URL): string | undefined {
  const { name, value, secure, path, domain, sameSite } = cookie
  if (name.length + value.length > largestCookie) return 'too large'
  if (secure && url.protocol !== 'https:') return 'Secure over http'
  if (sameSite?.toLowerCase() === 'none' && !secure) return 'SameSite=None without Secure'
  if (name.startsWith('__Secure-') && !secure) return '__Secure- without Secure'
  if (name.startsWith('__Host-') && (!secure || path !== '/' || domain !== undefined)) {
    return '__Host- without Secure, with a Domain, or with another Path'
  }
  const host = domain?.replace(/^\./, '')
  if (host && url.hostname !== host && !url.hostname.endsWith(`.${host}`)) return 'foreign Domain'
  return undefined
}
