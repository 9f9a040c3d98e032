/** A request that the service for leaked passwords received. */
export interface RangeRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** A service for leaked passwords, in place of Have I Been Pwned. */
export interface FakeRangeService {
  /** Pass it to the provider: `Password({ breached: { fetch: service.fetch } })`. */
  readonly fetch: typeof globalThis.fetch
  /** The requests so far, oldest first. A redirect that is followed is a request of its own. */
  readonly requests: readonly RangeRequest[]
  /** Chooses the answers from now on. Default: no password is leaked. */
  answerWith(answer: (request: Request) => Response | Promise<Response>): void
}

/** A platform's `fetch` follows no more. */
const mostRedirects = 20

/** A padding line. A service sends some, so that the size of its answer tells nothing. */
const padding = `${'0'.repeat(35)}:0`

function answerWithPadding(): Response {
  return new Response(padding)
}

/**
 * Creates a service for leaked passwords, so that tests send nothing to a real one.
 *
 * ```ts
 * import Password from 'latchkey/providers/password'
 * import { fakeRangeService } from 'latchkey/testing'
 *
 * const service = fakeRangeService()
 * const provider = Password({ breached: { fetch: service.fetch } })
 * ```
 */
export function fakeRangeService(): FakeRangeService {
  const requests: RangeRequest[] = []
  let answer: (request: Request) => Response | Promise<Response> = answerWithPadding

  const receive = async (request: Request, redirects = 0): Promise<Response> => {
    const { url, headers, redirect } = request
    requests.push({ url, headers, body: await request.clone().text() })
    const response = await answer(request)
    const location = response.headers.get('location')
    if (redirect !== 'follow' || location === null) return response
    if (redirects === mostRedirects) throw new TypeError('Too many redirects.')
    return receive(new Request(new URL(location, url), { redirect }), redirects + 1)
  }

  return {
    fetch: async (input, init) => receive(new Request(input, init)),
    requests,
    answerWith: (chosen) => {
      answer = chosen
    },
  }
}
