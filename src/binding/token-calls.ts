import {
  authorizedFetch as authorize,
  getAccessToken as find,
  type AccessToken,
  type AccessTokenOptions,
  type AuthorizedFetchOptions,
  type Connection,
  type CookieTaker,
} from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import { callbackUrlOf } from './callback-url.js'
import type { AuthEvent } from './event.js'
import { requestAfter, setCookies } from './event-cookies.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'
import { connectionOf } from './wait-until.js'

/**
 * Returns an access token of the signed-in user's account at a provider, and refreshes it when it is
 * due. You can call it in loaders, actions, endpoints, middleware and, with `this`, in `server$`.
 *
 * Keep the token on the server: what a loader returns is sent to the browser.
 */
export async function getAccessToken<S extends DefaultSession = Session>(
  event: AuthEvent,
  options: AccessTokenOptions,
  source: SessionSource<S> = {},
): Promise<AccessToken> {
  return readForUser(event, source, (request, config) =>
    find(request, config, { ...defaultsOf(event), ...options }),
  )
}

/**
 * Returns a `fetch` that calls a provider's API in the name of the signed-in user. It adds the access
 * token, and tries once more with a new one if the API answers 401. The token is sent to the given
 * origins only.
 */
export async function authorizedFetch<S extends DefaultSession = Session>(
  event: AuthEvent,
  options: AuthorizedFetchOptions,
  source: SessionSource<S> = {},
): Promise<typeof fetch> {
  return readForUser(event, source, async (request, config) => {
    const open = (current: Request): Promise<typeof fetch> =>
      authorize(current, config, { ...defaultsOf(event), ...options })
    await open(request)
    // Another call may have replaced the cookie with the tokens since.
    return async (input, init) => (await open(requestAfter(event)))(input, init)
  })
}

function defaultsOf(
  event: AuthEvent,
): Pick<AccessTokenOptions, 'callbackUrl'> & CookieTaker & Connection {
  return {
    ...connectionOf(event),
    callbackUrl: callbackUrlOf(event.url),
    setCookies: (cookies) => setCookies(event, cookies),
  }
}
