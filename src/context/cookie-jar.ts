import {
  boundCookies,
  cookieNames,
  isCookieName,
  readCookie,
  type Cookie,
  type CookieAttributes,
} from '../http/cookie.js'

/**
 * The cookies of one request: what the browser sent, and what the answer will change.
 *
 * The one mutable thing in a context. It outlives a thrown error, so that deletions are sent on the
 * error path too.
 */
export interface CookieJar {
  /** The value that the browser will have after this answer; undefined when there is none. */
  get(name: string): string | undefined
  /** The names, beginning with this text, of the cookies that the browser will have and we can set. */
  names(prefix: string): readonly string[]
  set(name: string, value: string, attributes: CookieAttributes): void
  /** Deletes a cookie that the browser has, or would get from this answer. */
  delete(name: string, attributes: CookieAttributes): void
  /** What the answer must set, each name once, in the order of the first change. */
  changes(): readonly Cookie[]
}

export function createCookieJar(header: string): CookieJar {
  return new RequestCookieJar(boundCookies(header))
}

class RequestCookieJar implements CookieJar {
  readonly #header: string
  /** Most requests change nothing. */
  #changes: Map<string, Cookie> | undefined

  constructor(header: string) {
    this.#header = header
  }

  get(name: string): string | undefined {
    const changed = this.#changes?.get(name)
    return changed ? changed.value || undefined : readCookie(this.#header, name)
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
