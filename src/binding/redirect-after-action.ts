import { isAuthRoute, type AuthConfig, type Target } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ActionEvent } from './event.js'
import { readerOf } from './reader.js'

/**
 * Sends the browser on after an action, with the cookies of the event.
 *
 * Without JavaScript, a redirect is all it takes. With it, the first version of Qwik follows within the
 * site by itself; to another site it must be told the address, for its `fetch` could not go there, and
 * the answer would be dropped with all its cookies. The second version goes to any address that it is
 * told, but stays where it is when that is the page it shows, and knows no page but its own: there
 * its `fetch` follows a plain redirect, upon which it loads the document anew.
 */
export function redirectAfterAction<S extends DefaultSession>(
  event: ActionEvent,
  config: AuthConfig<S>,
  target: Target,
): void {
  const { url, path } = target
  const reader = readerOf(event)
  if (reader === 'data' && path === undefined) {
    event.headers.set('Location', url)
    return
  }
  if (reader === 'action' && path !== undefined && !isElsewhere(event, config, url)) {
    throw event.send(new Response(null, { status: 303, headers: { location: url } }))
  }
  throw event.redirect(302, locationOf(target))
}

/** A target as Qwik's `redirect` wants it. */
export function locationOf({ url, path }: Target): string {
  return path === undefined ? url : keepSlashes(path)
}

/** Whether the target may be a page of Qwik, and another than the one that is shown. */
function isElsewhere<S extends DefaultSession>(
  event: ActionEvent,
  config: AuthConfig<S>,
  target: string,
): boolean {
  const { pathname } = new URL(target)
  if (isAuthRoute(pathname, config)) return false
  return pathname.replace(/\/$/, '') !== event.url.pathname.replace(/\/$/, '')
}

/** Qwik takes two slashes for a mistake and makes them one, in a query too. */
function keepSlashes(path: string): string {
  return path.replace(/\?.*$/s, (query) => query.replaceAll('//', '%2F%2F'))
}
