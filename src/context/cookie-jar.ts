import {
  boundCookies,
  cookieNames,
  hasCookieLike,
  isCookieName,
  readCookie,
  type Cookie,
  type CookieAttributes,
} from '../http/cookie.js'

/**
 * The cookies of one request: those that the browser sent, and the changes that the response will
 * make.
 *
 * This is the only mutable part of a context. It survives a thrown error, so that the error
 * response deletes cookies too.
 */
export interface CookieJar {
  /**
   * The value that the browser will have after this response. Undefined if the cookie will not
   * exist.
   */
  get(name: string): string | undefined
  /**
   * Whether a cookie with this name, or with a longer name that begins with it, may exist. It is
   * cheaper than {@link get}, and a false answer is certain.
   */
  mayHave(name: string): boolean
  /**
   * Names that start with `prefix`, of the cookies that the browser will have and the library can
   * set.
   */
  names(prefix: string): readonly string[]
  set(name: string, value: string, attributes: CookieAttributes): void
  /** Deletes a cookie that the browser has, or that this response would set. */
  delete(name: string, attributes: CookieAttributes): void
  /**
   * The cookies that the response must set. Each name appears once, in the order of its first
   * change.
   */
  changes(): readonly Cookie[]
}

export function createCookieJar(header: string): CookieJar {
  return new RequestCookieJar(boundCookies(header))
}

class RequestCookieJar implements CookieJar {
  readonly #header: string
  /** Created on demand, because most requests change no cookie. */
  #changes: Map<string, Cookie> | undefined

  constructor(header: string) {
    this.#header = header
  }

  get(name: string): string | undefined {
    const changed = this.#changes?.get(name)
    return changed ? changed.value || undefined : readCookie(this.#header, name)
  }

  mayHave(name: string): boolean {
    return this.#changes !== undefined || hasCookieLike(this.#header, name)
  }

  names(prefix: string): readonly string[] {
    const all = new Set([...cookieNames(this.#header), ...(this.#changes?.keys() ?? [])])
    const own = [...all].filter((name) => name.startsWith(prefix) && isCookieName(name))
    return own.filter((name) => this.get(name) !== undefined)
  }

  set(name: string, value: string, attributes: CookieAttributes): void {
    this.#changes ??= new Map()
    this.#changes.set(name, { name, value, attributes })
  }

  delete(name: string, attributes: CookieAttributes): void {
    if (readCookie(this.#header, name) === undefined) this.#changes?.delete(name)
    else this.set(name, '', { ...attributes, expires: undefined, maxAge: 0 })
  }

  changes(): readonly Cookie[] {
    return this.#changes ? [...this.#changes.values()] : []
  }
}
