import type { AuthEvent } from './event.js'

/**
 * The client that reads the response. It is the browser itself, a `server$` function, or Qwik's
 * router in the browser. Qwik 1's router requests all `data` of a page at once. Qwik 2's router
 * requests a single `loader` or `action`.
 */
export type Reader = 'browser' | 'function' | 'data' | 'loader' | 'action'

/** Returns which client reads the response to a request. */
export function readerOf(event: AuthEvent & SecondVersion): Reader {
  const { request, internalRequest } = event
  if (internalRequest) return internalRequest
  if (new URL(request.url).pathname.endsWith('/q-data.json')) return 'data'
  return request.headers.has('x-qrl') ? 'function' : 'browser'
}

/** Members that only Qwik 2 sets on a request event. */
interface SecondVersion {
  readonly internalRequest?: false | 'loader' | 'action'
}
