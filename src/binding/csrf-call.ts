import { issueCsrfToken as issue } from '../core.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent } from './event.js'
import { setCookies } from './event-cookies.js'
import type { SessionSource } from './instances.js'
import { readForUser } from './read-for-user.js'

/**
 * Returns the CSRF token that a form must send as `csrfToken` if it posts to an auth route, and sets
 * the cookies that belong to it. Call it in a `routeLoader$`. Undefined if the check is turned off.
 */
export async function issueCsrfToken<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<string | undefined> {
  const { data, cookies } = await readForUser(event, source, issue)
  setCookies(event, cookies)
  return data
}
