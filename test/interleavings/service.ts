import { fakeKey, signClaims, toJwk, type Claims, type FakeKey } from '../oauth/fake-keys.js'
import { perform } from './adapters.js'
import { nothing } from './footprint.js'
import type { Scheduler } from './scheduler.js'

/** What a code is worth: the person behind it, and what the sign-in asked for. */
interface Grant {
  readonly claims: Claims
  readonly nonce: string | null
}

export const clientId = 'client'

/** Two identity services, `hub` (OAuth) and `idp` (OpenID Connect). Each code works once a schedule. */
export class Services {
  readonly #grants = new Map<string, Grant>()
  readonly #key: FakeKey
  readonly #keySet: string
  #codes = 0

  private constructor(key: FakeKey, keySet: string) {
    this.#key = key
    this.#keySet = keySet
  }

  static async open(): Promise<Services> {
    const key = await fakeKey('first', 'ES256')
    return new Services(key, JSON.stringify({ keys: [await toJwk(key)] }))
  }

  /** What happens in the browser: a person signs in at the service, and is sent back. */
  authorize(address: string, claims: Claims): string {
    const { searchParams } = new URL(address)
    const code = `code-${++this.#codes}`
    this.#grants.set(code, { claims, nonce: searchParams.get('nonce') })
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
    return `${searchParams.get('redirect_uri')}?${query}`
  }

  /** The `fetch` of one process, each of whose requests is a step; all of a schedule share `spent`. */
  fetchIn(scheduler: Scheduler, spent = new Set<string>()): typeof fetch {
    return async (input, init) => {
      const { pathname, host } = new URL(input instanceof Request ? input.url : input)
      const answer = perform(scheduler, `request to ${host}${pathname}`, nothing, () => undefined)
      await answer
      switch (pathname) {
        case '/token':
          return this.#giveTokens(
            host,
            new URLSearchParams(init?.body as URLSearchParams | string),
            spent,
          )
        case '/userinfo':
          return Response.json(this.#grants.get(bearerOf(init))?.claims)
        default:
          return new Response(this.#keySet, { headers: { 'content-type': 'application/json' } })
      }
    }
  }

  async #giveTokens(host: string, form: URLSearchParams, spent: Set<string>): Promise<Response> {
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    if (!grant || spent.has(code)) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    spent.add(code)
    const tokens = { access_token: code, token_type: 'bearer' }
    if (host === 'hub.test') return Response.json(tokens)
    const { claims, nonce } = grant
    return Response.json({ ...tokens, id_token: await this.sign({ ...claims, nonce }) })
  }

  /** A token that the OpenID provider signed. */
  async sign(claims: Claims, header: Claims = {}): Promise<string> {
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + 24 * 60 * 60
    const standard = { iss: 'https://idp.test', aud: clientId, iat, exp }
    return signClaims({ ...standard, ...claims }, this.#key, header)
  }
}

function bearerOf(init: RequestInit | undefined): string {
  return (new Headers(init?.headers).get('authorization') ?? '').replace(/^Bearer /i, '')
}
