import type { AuthEvent } from './event.js'
import { expectUnkeptLoader } from './kept-loader.js'

const policy = 'private, no-store'
const guarded = new WeakSet<Headers>()

/** Headers by which a page tells a cache what to keep; each platform has its own `…-Cache-Control`. */
const cacheHeader = /cache-control$|^surrogate-control$|^edge-control$|^x-accel-expires$/i

/** Where the second version of Qwik notes that it is to keep a page for the next visitor. */
const keptPageKey = '@eTagCacheKey'

/**
 * Keeps an answer out of every cache, whatever the page says about caching before or later.
 *
 * A page's own `cacheControl()` runs after plugins, and some platforms cache by URL alone: without
 * this, one person's page could be handed to another.
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
    // Qwik drops the header when an action fails; the page that follows is private all the same.
    if (cacheHeader.test(name)) set(name, policyFor(name))
    else remove(name)
  }
  const earlier = [...headers.keys()].filter((name) => cacheHeader.test(name))
  for (const name of [...earlier, 'Cache-Control']) set(name, policyFor(name))
  headers.append('Vary', 'Cookie')
}

/** Whether an answer is kept out of every cache. */
export function isKeptPrivate({ headers }: AuthEvent): boolean {
  return guarded.has(headers)
}

/** nginx reads a number of seconds; the others read the words of `Cache-Control`. */
function policyFor(name: string): string {
  return /^x-accel-expires$/i.test(name) ? '0' : policy
}

/** A page with a `cacheKey` is kept on the server itself, by its path alone. */
function keepOutOfMemory(sharedMap: Map<string, unknown>): void {
  const set = sharedMap.set.bind(sharedMap)
  sharedMap.set = (key, value) => (key === keptPageKey ? sharedMap : set(key, value))
}
