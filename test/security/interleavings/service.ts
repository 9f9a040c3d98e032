import {
  fakeKey,
  signClaims,
  toJwk,
  type Claims,
  type FakeKey,
} from '../../support/oauth/fake-keys.js'
import { perform } from './adapters.js'
import { nothing, type Footprint } from './footprint.js'
import type { Scheduler } from './scheduler.js'

/** What a code is worth: the person behind it, and what the sign-in asked for. */
interface Grant {
  readonly claims: Claims
  readonly nonce: string | null
}

export const clientId = 'client'

/** A claim of sign-ins at `hub` that bring no refresh token. */
export const onlineOnly = 'online_only'

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
      const form = new URLSearchParams(init?.body as URLSearchParams | string)
      const request = `request to ${host}${pathname}`
      const token = form.get('refresh_token')
      if (token !== null) {
        const refresh = (): object | undefined => this.#refresh(token, spent)
        const answer = await perform(scheduler, refreshLabel(token), refreshes, refresh)
        return answer ? Response.json(answer) : refusal()
      }
      await perform(scheduler, request, nothing, () => undefined)
      switch (pathname) {
        case '/token':
          return this.#giveTokens(host, form, spent)
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
    if (!grant || spent.has(code)) return refusal()
    spent.add(code)
    const tokens = { access_token: code, token_type: 'bearer' }
    if (host === 'hub.test') {
      const refreshToken = !grant.claims[onlineOnly] && { refresh_token: `refresh of ${code}` }
      return Response.json({ ...tokens, ...refreshToken, expires_in: 3600 })
    }
    const { claims, nonce } = grant
    return Response.json({ ...tokens, id_token: await this.sign({ ...claims, nonce }) })
  }

  /** Rotates a refresh token. One that is sent twice is refused. */
  #refresh(token: string, spent: Set<string>): object | undefined {
    if (spent.has(token)) return undefined
    spent.add(token)
    const tokens = { access_token: `access by ${token}`, refresh_token: `next ${token}` }
    return { ...tokens, token_type: 'bearer', expires_in: 3600 }
  }

  /** A token that the OpenID provider signed. */
  async sign(claims: Claims, header: Claims = {}): Promise<string> {
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + 24 * 60 * 60
    const standard = { iss: 'https://idp.test', aud: clientId, iat, exp }
    return signClaims({ ...standard, ...claims }, this.#key, header)
  }
}

/** How a schedule names the request that spends a refresh token. */
export function refreshLabel(token: string): string {
  return `refresh(${token})`
}

/** Whether a token was issued by the refresh of another one. */
export function isRefreshed(accessToken: string): boolean {
  return accessToken.startsWith('access by ')
}

/** The order in which two requests spend the same token makes a difference. */
const refreshes: Footprint = { reads: [], writes: ['grants:hub'] }

function refusal(): Response {
  return Response.json({ error: 'invalid_grant' }, { status: 400 })
}

function bearerOf(init: RequestInit | undefined): string {
  return (new Headers(init?.headers).get('authorization') ?? '').replace(/^Bearer /i, '')
}
