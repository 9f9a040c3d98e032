import type { AuthEvent } from './event.js'

/**
 * Who reads the answer: the browser itself, a function of `server$`, or the router in the page, which
 * asks in its own way in each version of Qwik. The first asks for all the `data` of a page at once, the
 * second for a single `loader` or `action`.
 */
export type Reader = 'browser' | 'function' | 'data' | 'loader' | 'action'

/** Tells who reads the answer to a request. */
export function readerOf(event: AuthEvent & SecondVersion): Reader {
  const { request, internalRequest } = event
  if (internalRequest) return internalRequest
  if (new URL(request.url).pathname.endsWith('/q-data.json')) return 'data'
  return request.headers.has('x-qrl') ? 'function' : 'browser'
}

/** What only the second version says of a request. */
interface SecondVersion {
  readonly internalRequest?: false | 'loader' | 'action'
}
