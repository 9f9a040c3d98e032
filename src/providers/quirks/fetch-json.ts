import type { EndpointFetch } from '../../model/oauth-endpoints.js'
import type { TokenSet } from '../../model/records.js'

/** Requests JSON with an access token. Throws if the status is not 2xx. */
export async function fetchJson<T>(
  fetch: EndpointFetch,
  url: string | URL,
  { access_token: token }: TokenSet,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token ?? ''}`, ...headers },
  })
  if (!response.ok) throw new TypeError(`Expected a status of 2xx, got ${response.status}.`)
  return (await response.json()) as T
}
