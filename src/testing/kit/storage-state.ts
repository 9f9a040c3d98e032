import type { Cookie, CookieAttributes } from '../../http/cookie.js'

/** A cookie as Playwright stores it. */
export interface StorageStateCookie {
  name: string
  /** As the header contains it, percent-encoded. */
  value: string
  domain: string
  path: string
  /** Seconds since the epoch, or -1 for a cookie that ends with the browser. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/**
 * The `storageState` of a Playwright browser context.
 *
 * @see https://playwright.dev/docs/api/class-browser#browser-new-context-option-storage-state
 */
export interface StorageState {
  cookies: StorageStateCookie[]
  /** Local storage, which the library does not use. Always empty. */
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/** Returns the state of a browser that received these cookies from `origin`. */
export function toStorageState(
  cookies: readonly Cookie[],
  origin: string,
  now: number,
): StorageState {
  const { hostname } = new URL(origin)
  return {
    cookies: cookies.map(({ name, value, attributes }) => ({
      name,
      value: encodeURIComponent(value),
      domain: domainOf(attributes, hostname),
      path: attributes.path ?? '/',
      expires: expiryOf(attributes, now),
      httpOnly: attributes.httpOnly ?? false,
      secure: attributes.secure ?? false,
      sameSite: sameSites[attributes.sameSite ?? 'lax'],
    })),
    origins: [],
  }
}

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/** A leading dot includes subdomains, as the attribute `Domain` does. Without it, only the host. */
function domainOf({ domain }: CookieAttributes, hostname: string): string {
  return domain === undefined ? hostname : `.${domain.replace(/^\./, '')}`
}

/** `Max-Age` wins over `Expires`. @see RFC 6265bis §5.7 */
function expiryOf({ maxAge, expires }: CookieAttributes, now: number): number {
  if (maxAge !== undefined) return now + maxAge
  return expires ? Math.floor(expires.getTime() / 1000) : -1
}
