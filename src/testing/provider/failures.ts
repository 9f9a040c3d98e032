/** An endpoint of a fake provider. */
export type FakeEndpoint =
  'authorization' | 'discovery' | 'endSession' | 'jwks' | 'token' | 'userinfo'

/** An OAuth error of a fake provider. */
export interface OAuthFailure {
  /** A code such as `access_denied`. The authorization endpoint sends it to the app. */
  readonly error: string
  readonly description?: string
  /** The status of the response. Default: 400. */
  readonly status?: number
}

/** How an endpoint of a fake provider fails. */
export type FakeFailure =
  | OAuthFailure
  /** A status, with a body that is not JSON. */
  | { readonly status: number; readonly body?: string; readonly error?: undefined }
  /** No response: `fetch` rejects, and a listener closes the connection. */
  | 'network'

interface Planned {
  readonly failure: FakeFailure
  readonly isOnce: boolean
}

/** The failures that a test has planned. */
export class Failures {
  readonly #planned = new Map<FakeEndpoint, Planned>()

  plan(endpoint: FakeEndpoint, failure: FakeFailure, isOnce: boolean): void {
    this.#planned.set(endpoint, { failure, isOnce })
  }

  clear(): void {
    this.#planned.clear()
  }

  /** Returns how an endpoint fails now, or undefined if it works. */
  take(endpoint: FakeEndpoint): FakeFailure | undefined {
    const planned = this.#planned.get(endpoint)
    if (planned?.isOnce) this.#planned.delete(endpoint)
    return planned?.failure
  }
}

/** The description of a failure that has none. */
export const plannedFailure: string = 'The test asked for this failure.'

/** Returns the response of a failing endpoint. For a network failure, throws what `fetch` throws. */
export function respondWithFailure(failure: FakeFailure): Response {
  if (failure === 'network') throw new TypeError('fetch failed')
  const { status = 400 } = failure
  if (failure.error === undefined) return new Response(failure.body ?? '', { status })
  const { error, description } = failure
  return oauthError(error, description ?? plannedFailure, status)
}

/** @see RFC 6749 §5.2, and §2.3.1 for the challenge that belongs to 401. */
export function oauthError(error: string, description: string, status = 400): Response {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="fake provider"' } : {}
  return Response.json({ error, error_description: description }, { status, headers })
}

export function isOAuthFailure(failure: FakeFailure | undefined): failure is OAuthFailure {
  return typeof failure === 'object' && failure.error !== undefined
}
