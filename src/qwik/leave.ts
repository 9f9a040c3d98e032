import type { RequestEventCommon } from '@builder.io/qwik-city'
import type { Target } from '../core.js'

/**
 * Sends the browser on after an action, with the cookies of the event.
 *
 * Within the site Qwik follows by itself, with and without JavaScript. To another site a document
 * is redirected, but a data request is told the address: its `fetch` could not go there, and
 * Qwik would drop the answer with all its cookies.
 */
export function leave(event: RequestEventCommon, target: Target): void {
  const isLost = target.path === undefined && isDataRequest(event)
  if (!isLost) throw event.redirect(302, locationOf(target))
  event.headers.set('Location', target.url)
}

/** A target as Qwik's `redirect` wants it. */
export function locationOf({ url, path }: Target): string {
  return path === undefined ? url : keepSlashes(path)
}

/** Qwik takes two slashes for a mistake and makes them one, in a query too. */
function keepSlashes(path: string): string {
  return path.replace(/\?.*$/s, (query) => query.replaceAll('//', '%2F%2F'))
}

/** Whether the client-side router asked, not the browser itself. */
export function isDataRequest({ request }: { readonly request: Request }): boolean {
  return new URL(request.url).pathname.endsWith('/q-data.json')
}
