import { InvalidConfig } from '../errors/config-errors.js'
import type { AnswerableEvent, AuthEvent } from './event.js'

/** A loader of Qwik 2, as far as it says whether its answers are kept. */
interface Loader {
  readonly __id: string
  readonly __qrl: {
    readonly getHash?: () => string
    readonly call?: (self: unknown, event: LoaderEvent) => Promise<unknown>
  }
  readonly __cacheKey?: unknown
}

/** What a loader gets: unlike a plugin, it may ask for the values of other loaders. */
interface LoaderEvent extends AnswerableEvent {
  resolveValue: (loader: Loader) => Promise<unknown>
}

/** The router's request for one loader, and the way to serialise its value as Qwik does. */
export interface LoaderRequest {
  readonly event: AuthEvent
  readonly serialize: (data: object) => Promise<string>
  /** Whether the answer depends on the visitor. */
  readonly isPrivate: (event: AuthEvent) => boolean
}

const loadersKey = '@routeLoaders'
const gateKey = '@latchkey gate'

const cachedLoader =
  'This `routeLoader$` has a `cacheKey`, and its answer depends on the visitor. Qwik would send the answer that it made for one visitor to all others. Remove `cacheKey`, or move the call to another loader.'

/**
 * Keeps the answers that depend on a visitor out of Qwik 2's cache of loaders, and that cache away
 * from visitors who have a session.
 *
 * Qwik reads and writes the cache around the loader that the router in the browser asks for, and
 * has no option against it. Before, it runs the loaders of plugins and layouts, one after the other.
 * A gate that runs as the last of them answers the request itself, with the loader's value. It asks
 * for the visitor's cookie, not for what the loader reads: a loader has many ways to a session.
 */
export function gateKeptLoader(request: LoaderRequest): void {
  const { sharedMap } = request.event
  const set = sharedMap.set.bind(sharedMap)
  sharedMap.set = (key, value) => {
    if (key === loadersKey) insertGate(request, value as Loader[])
    return set(key, value)
  }
}

/** Refuses to make an answer depend on the visitor when it is too late to keep it out of the cache. */
export function expectUnkeptLoader({ sharedMap }: AuthEvent): void {
  const gate = sharedMap.get(gateKey)
  if (gate === 'closed') return
  const loaders = sharedMap.get(loadersKey) as readonly Loader[] | undefined
  // Without a gate, `onRequest` has not run, and nothing says which of the loaders is running.
  const isKept = gate === 'passed' || (loaders && findKeptLoader(sharedMap, loaders))
  if (isKept) throw new InvalidConfig(cachedLoader)
}

/** Into the list itself: Qwik is about to go through it. */
function insertGate(request: LoaderRequest, loaders: Loader[]): void {
  const { sharedMap } = request.event
  const asked = findKeptLoader(sharedMap, loaders)
  if (!asked || sharedMap.has(gateKey)) return
  sharedMap.set(gateKey, 'closed')
  const call = (_self: unknown, event: LoaderEvent): Promise<null> => pass(event, request, asked)
  const gate = { __id: gateKey, __blockSSR: true, __qrl: { call } }
  loaders.splice(loaders.indexOf(asked), 0, gate)
}

/** Lets Qwik use its cache, or answers in its place. */
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

/** The loader that the router asks for, if Qwik keeps its answers. The dev server names it by its hash. */
function findKeptLoader(
  sharedMap: AuthEvent['sharedMap'],
  loaders: readonly Loader[],
): Loader | undefined {
  const id = sharedMap.get('@loaderId')
  const asked =
    loaders.find(({ __id }) => __id === id) ?? loaders.find(({ __qrl }) => __qrl.getHash?.() === id)
  return asked?.__cacheKey ? asked : undefined
}
