import { isAuthError } from '../errors/auth-error.js'
import type { Awaitable } from '../model/awaitable.js'
import type { EndpointFetch } from '../model/oauth-endpoints.js'
import { handlerFetch } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'
import { requireGood } from './require-good.js'
import type { Asked } from './require-readable.js'

/**
 * Runs an app's endpoint handler. If it throws after a response that failed or is not JSON, the
 * error describes that response, because the handler's own error usually says only that parsing
 * failed.
 */
export async function runHandler<T>(
  party: RelyingParty,
  asked: Omit<Asked, 'url'>,
  run: (fetch: EndpointFetch) => Awaitable<T>,
): Promise<T> {
  const fetch = handlerFetch(party.fetch, party.httpHosts)
  let last: { readonly url: string; readonly response: Response } | undefined
  try {
    return await run(async (url, init) => {
      const response = await fetch(url, init)
      last = { url: String(url), response }
      return response
    })
  } catch (thrown) {
    if (last && !isAuthError(thrown))
      await requireGood(last.response, { ...asked, url: last.url }, party)
    throw thrown
  }
}
