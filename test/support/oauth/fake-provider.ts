import { isFromClient, type RegisteredClient } from './fake-client-check.js'
import { Grants, type AuthorizationResponse, type Grant } from './fake-grants.js'
import { halfHash, signClaims, toJwk, type Claims, type FakeKey } from './fake-keys.js'
import {
  applyMisbehaviour,
  type Endpoint,
  type Misbehaviour,
  type Received,
} from './misbehaviour.js'

/** How a provider is set up. */
export interface FakeProviderOptions extends RegisteredClient {
  readonly issuer: string
  /** Signs ID tokens at first. */
  readonly key: FakeKey
  /** Who is signed in over there. */
  readonly person: Claims
  /** Addresses other than those below the issuer. */
  readonly endpoints?: { readonly [E in Endpoint]?: string }
  /** Whether it issues ID tokens. */
  readonly openid?: boolean
  readonly signedUserinfo?: boolean
  /** Whether codes are bound to the PKCE challenge. */
  readonly checksPkce?: boolean
}

const endpoints = ['authorization', 'discovery', 'jwks', 'par', 'token', 'userinfo'] as const

/** An OpenID provider, or a plain OAuth server, that is reached through its `fetch` alone. */
export class FakeProvider {
  readonly options: FakeProviderOptions
  /** What it got, in order. */
  readonly received: Received[] = []
  /** What it does wrong. */
  misbehaviour: Misbehaviour = {}
  /** Signs ID tokens; replace it to rotate keys. */
  key: FakeKey
  readonly #grants: Grants

  constructor(options: FakeProviderOptions) {
    this.options = options
    this.key = options.key
    this.#grants = new Grants({ checksPkce: options.checksPkce ?? true })
  }

  /** Takes the place of `fetch`. It answers 404 for every other address. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { method, headers } = request
    const url = new URL(request.url)
    const form = new URLSearchParams(await request.text())
    const endpoint = this.#endpointAt(url)
    const received: Received = { endpoint, method, url, headers, form }
    this.received.push(received)
    const answered = endpoint && (await this.misbehaviour.answer?.[endpoint]?.(received))
    return answered ?? this.#answer(received)
  }

  /** How many requests an endpoint got. */
  count(endpoint: Endpoint): number {
    return this.received.filter((request) => request.endpoint === endpoint).length
  }

  /** The last request that an endpoint got. */
  last(endpoint: Endpoint): Received {
    const found = this.received.findLast((request) => request.endpoint === endpoint)
    if (!found) throw new Error(`There was no request to the ${endpoint} endpoint.`)
    return found
  }

  /** The address of an endpoint. */
  address(endpoint: Endpoint): string {
    const path = endpoint === 'discovery' ? '.well-known/openid-configuration' : endpoint
    const base = this.options.issuer.replace(/\/$/, '')
    return this.options.endpoints?.[endpoint] ?? `${base}/${path}`
  }

  /** What happens in the browser: someone signs in at the provider and is sent back. */
  authorize(address: string, person: Claims = this.options.person): AuthorizationResponse {
    const url = new URL(address)
    if (this.#endpointAt(url) !== 'authorization') throw new Error(`${address} is not mine.`)
    const reference = url.searchParams.get('request_uri')
    const request = reference === null ? url.searchParams : this.#grants.takePushed(reference)
    if (request?.get('client_id') !== this.options.clientId) throw new Error('Unknown client.')
    if (request.get('response_type') !== 'code') throw new Error('Only codes are given here.')
    const code = this.#grants.giveCode({ request, person })
    const params = new URLSearchParams({ code, iss: this.options.issuer })
    const state = request.get('state')
    if (state !== null) params.set('state', state)
    this.misbehaviour.response?.(params)
    const isPosted = request.get('response_mode') === 'form_post'
    return { redirectUri: request.get('redirect_uri') ?? '', params, isPosted }
  }

  #endpointAt({ origin, pathname }: URL): Endpoint | undefined {
    return endpoints.find((endpoint) => {
      const own = new URL(this.address(endpoint))
      return own.origin === origin && own.pathname === pathname
    })
  }

  async #answer(request: Received): Promise<Response> {
    const { metadata, keys } = this.misbehaviour
    switch (request.endpoint) {
      case 'discovery':
        return Response.json(applyMisbehaviour(metadata, this.#metadata()))
      case 'jwks':
        return Response.json({ keys: applyMisbehaviour(keys, [await toJwk(this.key)]) })
      case 'par':
        return this.#acceptPushed(request)
      case 'token':
        return this.#giveTokens(request)
      case 'userinfo':
        return this.#answerUserInfo(request)
      default:
        return new Response('Not found', { status: 404 })
    }
  }

  #metadata(): Claims {
    return {
      issuer: this.options.issuer,
      authorization_endpoint: this.address('authorization'),
      token_endpoint: this.address('token'),
      userinfo_endpoint: this.address('userinfo'),
      jwks_uri: this.address('jwks'),
      pushed_authorization_request_endpoint: this.address('par'),
      id_token_signing_alg_values_supported: [this.options.key.alg],
      userinfo_signing_alg_values_supported: [this.options.key.alg],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #acceptPushed(request: Received): Promise<Response> {
    if (!(await this.#isFromClient(request))) return refuse('invalid_client', 401)
    const request_uri = this.#grants.push(request.form)
    return Response.json({ request_uri, expires_in: 60 }, { status: 201 })
  }

  async #giveTokens(request: Received): Promise<Response> {
    if (!(await this.#isFromClient(request))) return refuse('invalid_client', 401)
    const grant = await this.#grants.take(request.form)
    if (!grant) return refuse('invalid_grant', 400)
    const tokens = {
      ...this.#grants.giveTokens(grant),
      token_type: request.headers.has('dpop') ? 'DPoP' : 'Bearer',
      expires_in: 3600,
      scope: grant.request.get('scope') ?? undefined,
    }
    const isRefreshed = request.form.get('grant_type') === 'refresh_token'
    const idToken =
      this.options.openid === false
        ? {}
        : { id_token: await this.#idToken(grant, tokens.access_token, isRefreshed) }
    return Response.json(applyMisbehaviour(this.misbehaviour.tokens, { ...tokens, ...idToken }))
  }

  async #idToken(
    { request, person }: Grant,
    accessToken: string,
    isRefreshed: boolean,
  ): Promise<unknown> {
    const now = Math.floor(Date.now() / 1000)
    const nonce = request.get('nonce')
    const honest: Claims = {
      iss: this.options.issuer,
      aud: this.options.clientId,
      iat: now,
      exp: now + 300,
      at_hash: await halfHash(accessToken, this.key.alg),
      ...(request.has('max_age') && { auth_time: now }),
      ...(nonce !== null && !isRefreshed && { nonce }),
      ...person,
    }
    const { claims, header, signWith, idToken } = this.misbehaviour
    const said = claims ? claims(honest) : honest
    const jwt = await signClaims(said, signWith ?? this.key, header)
    return idToken ? idToken(jwt, said) : jwt
  }

  async #answerUserInfo({ headers }: Received): Promise<Response> {
    const accessToken = headers.get('authorization')?.replace(/^(?:Bearer|DPoP) /i, '') ?? ''
    const person = this.#grants.findPerson(accessToken)
    if (!person) return refuse('invalid_token', 401)
    const profile = applyMisbehaviour(this.misbehaviour.userinfo, { ...person })
    if (!this.options.signedUserinfo) return Response.json(profile)
    const { issuer: iss, clientId: aud } = this.options
    const claims = { iss, aud, ...(profile as Claims) }
    const jwt = await signClaims(claims, this.misbehaviour.signWith ?? this.key)
    return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
  }

  #isFromClient(request: Received): Promise<boolean> {
    return isFromClient(this.options, request, this.options.issuer)
  }
}

/** RFC 6749 §5.2: a client that is refused with 401 gets a challenge as well. */
function refuse(error: string, status: number): Response {
  const headers = { 'www-authenticate': 'Basic realm="op"' }
  return Response.json({ error }, { status, ...(error === 'invalid_client' && { headers }) })
}
