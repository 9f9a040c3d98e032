import { InvalidConfig } from '../core.js'
import type { AnswerableEvent, AuthEvent } from './event.js'

/** The members of a Qwik 2 loader that show whether Qwik caches its results. */
interface Loader {
  readonly __id: string
  readonly __qrl: {
    readonly getHash?: () => string
    readonly call?: (self: unknown, event: LoaderEvent) => Promise<unknown>
  }
  readonly __cacheKey?: unknown
}

/**
 * The event that a loader receives. Unlike a plugin, a loader can resolve other loaders' values.
 */
interface LoaderEvent extends AnswerableEvent {
  resolveValue: (loader: Loader) => Promise<unknown>
}

/** The router's request for one loader, and a function that serializes the value as Qwik does. */
export interface LoaderRequest {
  readonly event: AuthEvent
  readonly serialize: (data: object) => Promise<string>
  /** Whether the response depends on the visitor. */
  readonly isPrivate: (event: AuthEvent) => boolean
}

const loadersKey = '@routeLoaders'
const gateKey = '@latchkey gate'

const cachedLoader =
  'This `routeLoader$` has a `cacheKey`, and its answer depends on the visitor. Qwik would send the answer that it made for one visitor to all others. Remove `cacheKey`, or move the call to another loader.'

/**
 * Keeps results that depend on the visitor out of Qwik 2's loader cache, and keeps visitors who
 * have a session away from that cache.
 *
 * Qwik reads and writes the cache around the loader that the browser's router requests. It has no
 * option to prevent this. Before that, Qwik runs the loaders of plugins and layouts one after the
 * other. A gate that runs as the last of them answers the request itself with the loader's value.
 * The gate checks the visitor's cookie instead of what the loader reads, because a loader can read
 * a session in many ways.
 */
export function gateKeptLoader(request: LoaderRequest): void {
  const { sharedMap } = request.event
  const set = sharedMap.set.bind(sharedMap)
  sharedMap.set = (key, value) => {
    if (key === loadersKey) insertGate(request, value as Loader[])
    return set(key, value)
  }
}

/** Refuses to read a session if it is too late to keep the response out of the cache. */
export function expectUnkeptLoader({ sharedMap }: AuthEvent): void {
  const gate = sharedMap.get(gateKey)
  if (gate === 'closed') return
  const loaders = sharedMap.get(loadersKey) as readonly Loader[] | undefined
  // If there is no gate, `onRequest` has not run, and the running loader is unknown.
  const isKept = gate === 'passed' || (loaders && findKeptLoader(sharedMap, loaders))
  if (isKept) throw new InvalidConfig(cachedLoader)
}

/** Changes the list in place, because Qwik is about to iterate over it. */
function insertGate(request: LoaderRequest, loaders: Loader[]): void {
  const { sharedMap } = request.event
  const asked = findKeptLoader(sharedMap, loaders)
  if (!asked || sharedMap.has(gateKey)) return
  sharedMap.set(gateKey, 'closed')
  const call = (_self: unknown, event: LoaderEvent): Promise<null> => pass(event, request, asked)
  const gate = { __id: gateKey, __blockSSR: true, __qrl: { call } }
  loaders.splice(loaders.indexOf(asked), 0, gate)
}

/** Lets Qwik use its cache, or answers the request instead of Qwik. */
async function pass(
  event: LoaderEvent,
  { serialize, isPrivate }: LoaderRequest,
  asked: Loader,
): Promise<null> {
  if (!isPrivate(event)) {
    event.sharedMap.set(gateKey, 'passed')
    return null
  }
  const body = await serialize({ d: await event.resolveValue(asked) })
  event.headers.set('Content-Type', 'application/json; charset=utf-8')
  throw event.send(200, body)
}

/**
 * Returns the loader that the router requests, if Qwik caches its results. The dev server
 * identifies it by its hash.
 */
function findKeptLoader(
  sharedMap: AuthEvent['sharedMap'],
  loaders: readonly Loader[],
): Loader | undefined {
  const id = sharedMap.get('@loaderId')
  const asked =
    loaders.find(({ __id }) => __id === id) ?? loaders.find(({ __qrl }) => __qrl.getHash?.() === id)
  return asked?.__cacheKey ? asked : undefined
}
