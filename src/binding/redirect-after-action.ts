import { isAuthRoute, type AuthConfig, type Target } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ActionEvent } from './event.js'
import { readerOf } from './reader.js'

/**
 * Redirects the browser after an action, with the event's cookies.
 *
 * Without JavaScript, a plain redirect is enough. With JavaScript, Qwik 1 follows a redirect within
 * the site by itself. For another site, Qwik 1 needs the address in a header, because its `fetch`
 * cannot go there and the browser would drop the response with all its cookies.
 *
 * Qwik 2 navigates to any address that it receives, with two exceptions. It does nothing if the
 * address is the current page, and it does not know the auth pages. In both cases its `fetch`
 * follows a plain redirect, and Qwik 2 then loads the document again.
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

/** Returns a target in the form that Qwik's `redirect` expects. */
export function locationOf({ url, path }: Target): string {
  return path === undefined ? url : keepSlashes(path)
}

/** Whether the target may be a Qwik page other than the current one. */
function isElsewhere<S extends DefaultSession>(
  event: ActionEvent,
  config: AuthConfig<S>,
  target: string,
): boolean {
  const { pathname } = new URL(target)
  return !isAuthRoute(pathname, config) && !isOwnPath(event, pathname)
}

/** Whether the target is the page that the action was called on. */
export function isSamePage(event: ActionEvent, { path }: Target): boolean {
  return path !== undefined && isOwnPath(event, new URL(path, event.url).pathname)
}

function isOwnPath({ url }: ActionEvent, pathname: string): boolean {
  return pathname.replace(/\/$/, '') === url.pathname.replace(/\/$/, '')
}

/** Qwik replaces two slashes with one, even in a query. */
function keepSlashes(path: string): string {
  return path.replace(/\?.*$/s, (query) => query.replaceAll('//', '%2F%2F'))
}
