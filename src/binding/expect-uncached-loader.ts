import { InvalidConfig } from '../errors/config-errors.js'
import type { AuthEvent } from './event.js'

/** A loader of Qwik 2, as far as it says whether its answers are kept. */
interface Loader {
  readonly __id?: unknown
  readonly __cacheKey?: unknown
}

const cachedLoader =
  'This `routeLoader$` has a `cacheKey` and reads the session. Qwik would send the answer that it made for one visitor to all others, without running the guard again. Remove `cacheKey`, or read the session in another loader.'

/**
 * Refuses to read a session inside a loader whose answer Qwik 2 keeps in memory for every visitor.
 *
 * Qwik names the loader only when the router in the browser asks for that loader alone, which is
 * also the only case in which it keeps the answer.
 */
export function expectUncachedLoader({ sharedMap }: AuthEvent): void {
  const loaders = sharedMap.get('@routeLoaders') as readonly Loader[] | undefined
  if (!loaders) return
  const id = sharedMap.get('@loaderId')
  const asked = loaders.find((loader) => loader.__id === id)
  if (asked?.__cacheKey) throw new InvalidConfig(cachedLoader)
}
