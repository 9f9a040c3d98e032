import type { AuthEvent } from './event.js'
import { expectUnkeptLoader } from './kept-loader.js'

const policy = 'private, no-store'
const guarded = new WeakSet<Headers>()

/** Headers that control caching. Each platform has its own `…-Cache-Control`. */
const cacheHeader = /cache-control$|^surrogate-control$|^edge-control$|^x-accel-expires$/i

/** The key under which Qwik 2 records that it caches a page for the next visitor. */
const keptPageKey = '@eTagCacheKey'

/**
 * Keeps a response out of every cache, even if the page sets its own cache headers before or later.
 *
 * A page's own `cacheControl()` runs after plugins, and some platforms cache by URL alone. Without
 * this function, a cache could send one user's page to another user.
 */
export function keepPrivate(event: AuthEvent): void {
  const { headers, sharedMap } = event
  if (guarded.has(headers)) return
  expectUnkeptLoader(event)
  guarded.add(headers)
  keepOutOfMemory(sharedMap)
  const set = headers.set.bind(headers)
  const append = headers.append.bind(headers)
  const remove = headers.delete.bind(headers)
  headers.set = (name, value) => set(name, cacheHeader.test(name) ? policyFor(name) : value)
  headers.append = (name, value) => {
    if (cacheHeader.test(name)) set(name, policyFor(name))
    else append(name, value)
  }
  headers.delete = (name) => {
    // Qwik drops the header when an action fails, but the page that follows is private too.
    if (cacheHeader.test(name)) set(name, policyFor(name))
    else remove(name)
  }
  const earlier = [...headers.keys()].filter((name) => cacheHeader.test(name))
  for (const name of [...earlier, 'Cache-Control']) set(name, policyFor(name))
  headers.append('Vary', 'Cookie')
}

/** Whether the response is kept out of every cache. */
export function isKeptPrivate({ headers }: AuthEvent): boolean {
  return guarded.has(headers)
}

/** nginx expects a number of seconds. All other headers take the directives of `Cache-Control`. */
function policyFor(name: string): string {
  return /^x-accel-expires$/i.test(name) ? '0' : policy
}

/** Qwik 2 caches a page that has a `cacheKey` in the server's memory, by its path alone. */
function keepOutOfMemory(sharedMap: Map<string, unknown>): void {
  const set = sharedMap.set.bind(sharedMap)
  sharedMap.set = (key, value) => (key === keptPageKey ? sharedMap : set(key, value))
}
