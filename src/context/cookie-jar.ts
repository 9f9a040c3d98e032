import { cookieNames, readCookie, type Cookie, type CookieAttributes } from '../http/cookie.js'

/**
 * The cookies of one request: what the browser sent, and what the answer will change.
 *
 * The one mutable thing in a context. It outlives a thrown error, so that deletions are sent on the
 * error path too.
 */
export interface CookieJar {
  /** The value that the browser will have after this answer; undefined when there is none. */
  get(name: string): string | undefined
  /** The names, beginning with this text, of the cookies that the browser will have. */
  names(prefix: string): readonly string[]
  set(name: string, value: string, attributes: CookieAttributes): void
  /** Deletes a cookie that the browser has, or would get from this answer. */
  delete(name: string, attributes: CookieAttributes): void
  /** What the answer must set, each name once, in the order of the first change. */
  changes(): readonly Cookie[]
}

export function createCookieJar(header: string): CookieJar {
  const changes = new Map<string, Cookie>()
  const get = (name: string): string | undefined => {
    const changed = changes.get(name)
    return changed ? changed.value || undefined : readCookie(header, name)
  }
  return {
    get,
    names: (prefix) => {
      const all = new Set([...cookieNames(header), ...changes.keys()])
      return [...all].filter((name) => name.startsWith(prefix) && get(name) !== undefined)
    },
    set: (name, value, attributes) => {
      changes.set(name, { name, value, attributes })
    },
    delete: (name, attributes) => {
      if (readCookie(header, name) === undefined) changes.delete(name)
      else changes.set(name, { name, value: '', attributes: { ...attributes, maxAge: 0 } })
    },
    changes: () => [...changes.values()],
  }
}
