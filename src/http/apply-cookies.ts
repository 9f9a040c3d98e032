import { withCookies, type Cookie } from './cookie.js'

/**
 * Returns the request as the browser would send it after it received these cookies. Pass it to
 * `readSession` or `updateSession` if the same request has already signed in or changed its session.
 * The copy has no body.
 */
export function applyCookies(request: Request, cookies: readonly Cookie[]): Request {
  if (cookies.length === 0) return request
  const headers = new Headers(request.headers)
  headers.set('cookie', withCookies(headers.get('cookie') ?? '', cookies))
  return new Request(request.url, { headers })
}
