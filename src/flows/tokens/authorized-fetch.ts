import { InvalidTokenOrigin } from '../../errors/token-errors.js'
import { isLoopback } from '../../http/origin.js'
import { parseUrl } from '../../http/parse-url.js'
import type { UsableToken } from './provide-token.js'

/** Finds a token. `rejected` is the one that the API refused. */
export type FindToken = (rejected?: string) => Promise<PresentedToken>

type PresentedToken = Pick<UsableToken, 'accessToken' | 'dpop'>

const mostRedirects = 5
/** What another origin must not learn. */
const privateHeaders = ['authorization', 'cookie', 'dpop', 'proxy-authorization']

/**
 * Returns a `fetch` that adds an access token. The API gets a second request with a new token if it
 * answers 401.
 */
export function withAccessToken(
  origins: readonly string[],
  findToken: FindToken,
  send: typeof fetch,
): typeof fetch {
  const allowed = readOrigins(origins)
  return async (input, init) => {
    const request = new Request(input, init)
    requireAllowed(allowed, new URL(request.url))
    const token = await findToken()
    const { response, isOfApi } = await sendWithin(allowed, send, request.clone(), token)
    // Another origin did not see the token, so its refusal says nothing about it.
    if (response.status !== 401 || !isOfApi) return response
    const next = await findToken(token.accessToken)
    if (next.accessToken === token.accessToken) return response
    await response.body?.cancel()
    return (await sendWithin(allowed, send, request, next)).response
  }
}

function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  const urls = Array.isArray(origins) ? origins.map((origin) => parseUrl(String(origin))) : []
  const isSafe = urls.length > 0 && urls.every((url) => url !== undefined && isEncrypted(url))
  if (isSafe) return new Set(urls.flatMap((url) => url?.origin ?? []))
  throw new InvalidTokenOrigin(
    'Expected `origins` to name the origins that get the access token, such as ["https://api.example"].',
  )
}

/** A token that is sent over http can be read on the way. */
function isEncrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function requireAllowed(allowed: ReadonlySet<string>, { origin }: URL): void {
  if (allowed.has(origin)) return
  throw new InvalidTokenOrigin(
    `The access token is not sent to ${origin}. Add it to \`origins\` if it is the provider's API.`,
  )
}

/**
 * Sends a request with the token. Follows redirects itself, because `fetch` would send the token to
 * wherever the API redirects to. A redirect to another origin is followed without the token.
 * `isOfApi` says whether the one that answered got the token.
 */
async function sendWithin(
  allowed: ReadonlySet<string>,
  send: typeof fetch,
  request: Request,
  token: PresentedToken,
): Promise<{ readonly response: Response; readonly isOfApi: boolean }> {
  const { redirect } = request
  let response = await present(send, request, token)
  let isOfApi = true
  if (redirect === 'manual') return { response, isOfApi }
  const headers = new Headers(request.headers)
  let url = new URL(request.url)
  for (let hops = 0; isRedirect(response); hops += 1) {
    const next = targetOf(response, url, request.method)
    if (redirect === 'error' || hops === mostRedirects || !next) {
      throw new TypeError(`${url.origin} redirects, and the redirect cannot be followed.`)
    }
    if (!allowed.has(next.origin)) {
      isOfApi = false
      for (const name of privateHeaders) headers.delete(name)
    }
    url = next
    const init = { method: request.method, headers, signal: request.signal }
    const followed = new Request(url, { ...init, redirect: 'manual' })
    response = isOfApi ? await present(send, followed, token) : await send(followed)
  }
  return { response, isOfApi }
}

/** Adds the token to a request of ours. Each one needs a proof of its own, which names the URL. */
function present(
  send: typeof fetch,
  request: Request,
  { accessToken, dpop }: PresentedToken,
): Promise<Response> {
  const own = request.redirect === 'manual' ? request : new Request(request, { redirect: 'manual' })
  if (dpop) return dpop.send(own, send)
  own.headers.set('authorization', `Bearer ${accessToken}`)
  return send(own)
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && status !== 304 && headers.has('location')
}

/** A body cannot be sent again, so only requests without one follow redirects. */
function targetOf({ headers }: Response, base: URL, method: string): URL | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const target = parseUrl(headers.get('location') ?? '', base.href)
  return target && isEncrypted(target) ? target : undefined
}
