import type { AuthEvent } from './event.js'

const policy = 'private, no-store'
const guarded = new WeakSet<Headers>()

/** Where the second version of Qwik notes that it is to keep a page for whoever comes next. */
const keptPageKey = '@eTagCacheKey'

/**
 * Keeps an answer out of every cache, whatever the page says about caching later.
 *
 * A page's own `cacheControl()` runs after plugins, and some platforms cache by URL alone: without
 * this, one person's page could be handed to another.
 */
export function keepPrivate({ headers, sharedMap }: AuthEvent): void {
  if (guarded.has(headers)) return
  guarded.add(headers)
  keepOutOfMemory(sharedMap)
  const set = headers.set.bind(headers)
  const append = headers.append.bind(headers)
  const remove = headers.delete.bind(headers)
  headers.set = (name, value) => set(name, isAboutCaching(name) ? policy : value)
  headers.append = (name, value) => {
    if (isAboutCaching(name)) set(name, policy)
    else append(name, value)
  }
  headers.delete = (name) => {
    // Qwik drops the header when an action fails; the page that follows is private all the same.
    if (isAboutCaching(name)) set(name, policy)
    else remove(name)
  }
  headers.set('Cache-Control', policy)
  headers.append('Vary', 'Cookie')
}

/** A page with a `cacheKey` is kept on the server itself, by its path alone. */
function keepOutOfMemory(sharedMap: Map<string, unknown>): void {
  const set = sharedMap.set.bind(sharedMap)
  sharedMap.set = (key, value) => (key === keptPageKey ? sharedMap : set(key, value))
}

/** Platforms have headers of their own, such as `CDN-Cache-Control`. */
function isAboutCaching(name: string): boolean {
  return /cache-control$/i.test(name)
}
