import { customFetch } from '../../model/markers.js'
import type { OIDCConfig } from '../../model/oauth.js'
import type { Profile } from '../../model/records.js'
import { listen } from '#testing-platform'
import { answerAuthorization, findRequestProblem, type FakeReturn } from './authorization.js'
import { answerEndSession } from './end-session.js'
import {
  isOAuthFailure,
  respondWithFailure,
  type FakeEndpoint,
  type FakeFailure,
  type OAuthFailure,
} from './failures.js'
import type { FakeUser } from './fake-user.js'
import { describeProvider } from './metadata.js'
import { renderChoice, renderFormPost, renderProblem, respondWithPage } from './pages.js'
import { ProviderState, type FakeProviderOptions } from './provider-state.js'
import type { Claims } from './signing-key.js'
import { answerTokenRequest, answerUserinfoRequest } from './token-endpoint.js'

/** A request that a fake provider received. */
export interface FakeProviderRequest {
  readonly endpoint: FakeEndpoint
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** The parameters of the query and of a posted form. */
  readonly params: URLSearchParams
}

/** A fake provider that listens on this machine. */
export interface FakeProviderListener {
  /** The issuer, such as `http://localhost:49152`. */
  readonly issuer: string
  readonly close: () => Promise<void>
}

/** The options with which a provider of your config uses a fake provider. */
export interface FakeProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly [customFetch]: typeof fetch
}

/**
 * An OpenID provider inside your tests: discovery, authorization, token with PKCE and client
 * authentication, user info, keys and sign-out.
 */
export interface FakeProvider {
  readonly issuer: string
  /** Answers requests for the provider's URLs. Rejects for any other URL. */
  readonly fetch: typeof fetch
  /** Options that make another provider use this one, such as `Google(fake.client)`. */
  readonly client: FakeProviderClient
  /** The requests so far, oldest first. */
  readonly requests: readonly FakeProviderRequest[]
  /** Returns a provider for the option `providers`. Default id: `fake`. */
  provider(overrides?: Partial<OIDCConfig<Profile>>): OIDCConfig<Profile>
  /** Returns the URL of an endpoint, for a provider that cannot discover it. */
  endpoint(name: FakeEndpoint): string
  /**
   * Chooses the user who signs in from now on: a new one, or one of `users` by `sub` or e-mail
   * address. `null` shows a page with all users instead.
   */
  chooseUser(user: FakeUser | string | null): void
  /**
   * Does what the browser does at the provider. Takes the URL that your app redirected to, and
   * returns the request with which the browser comes back. `user` is chosen as in `chooseUser`,
   * and `null` cancels the sign-in.
   */
  authorize(url: string | URL, user?: FakeUser | string | null): FakeReturn
  /** Makes the next request to an endpoint fail. Default: status 500. */
  failNext(endpoint: FakeEndpoint, failure?: FakeFailure): void
  /** Makes every request to an endpoint fail until `recover` is called. Default: status 500. */
  fail(endpoint: FakeEndpoint, failure?: FakeFailure): void
  /** Ends all failures, and the changes of `changeClaims`. */
  recover(): void
  /** Changes the claims of each ID token before it is signed, for example to a wrong `aud`. */
  changeClaims(change: (claims: Claims) => Claims): void
  /** Replaces the key that signs ID tokens. */
  rotateKey(): void
  /**
   * Listens on this machine for browser tests, and makes the listener's address the issuer. Needs
   * Node, Bun or Deno. Port 0, the default, is any free port.
   */
  listen(port?: number): Promise<FakeProviderListener>
}

/**
 * Creates an OpenID provider for tests. It forgets everything when the process ends.
 *
 * @example
 * ```ts
 * import { fakeProvider } from 'latchkey/testing'
 *
 * const fake = fakeProvider({ users: [{ sub: '1815', name: 'Ada' }] })
 * export const config = { providers: [fake.provider({ id: 'acme' })] }
 * ```
 */
export function fakeProvider(options: FakeProviderOptions = {}): FakeProvider {
  return new InProcessProvider(options)
}

const serverError: FakeFailure = { status: 500 }

const neverReturns =
  'The authorization endpoint fails as planned, so the browser does not return to the app.'

class InProcessProvider implements FakeProvider {
  readonly requests: FakeProviderRequest[] = []
  readonly #state: ProviderState

  constructor(options: FakeProviderOptions) {
    this.#state = new ProviderState(options)
  }

  get issuer(): string {
    return this.#state.issuer
  }

  get client(): FakeProviderClient {
    const { issuer, client } = this.#state
    return { issuer, ...client, [customFetch]: this.fetch }
  }

  readonly fetch: typeof fetch = async (input, init) => this.#respond(new Request(input, init))

  provider(overrides: Partial<OIDCConfig<Profile>> = {}): OIDCConfig<Profile> {
    const { clientSecret } = this.client
    const publicClient = { client: { token_endpoint_auth_method: 'none' } } as const
    return {
      id: 'fake',
      name: 'Fake provider',
      type: 'oidc',
      ...this.client,
      ...(clientSecret === undefined && publicClient),
      ...overrides,
    }
  }

  endpoint(name: FakeEndpoint): string {
    return this.#state.addressOf(name)
  }

  chooseUser(user: FakeUser | string | null): void {
    this.#state.chosenUser = user === null ? undefined : this.#toUser(user).sub
  }

  authorize(given: string | URL, user?: FakeUser | string | null): FakeReturn {
    const url = new URL(given)
    if (this.#state.endpointAt(url) !== 'authorization') throw this.#foreign(url)
    const problem = findRequestProblem(this.#state, url.searchParams)
    if (problem) throw new TypeError(problem)
    this.#record('authorization', new Request(url), url.searchParams)
    const failure = this.#state.failures.take('authorization')
    if (failure && !isOAuthFailure(failure)) throw new TypeError(neverReturns)
    return answerAuthorization(this.#state, url.searchParams, failure ?? this.#pickUser(user))
  }

  failNext(endpoint: FakeEndpoint, failure: FakeFailure = serverError): void {
    this.#state.failures.plan(endpoint, failure, true)
  }

  fail(endpoint: FakeEndpoint, failure: FakeFailure = serverError): void {
    this.#state.failures.plan(endpoint, failure, false)
  }

  recover(): void {
    this.#state.failures.clear()
    this.changeClaims((claims) => claims)
  }

  changeClaims(change: (claims: Claims) => Claims): void {
    this.#state.changeClaims = change
  }

  rotateKey(): void {
    this.#state.rotateKey()
  }

  async listen(port = 0): Promise<FakeProviderListener> {
    const { issuer: former } = this.#state
    const { origin, close } = await listen((request) => this.#respond(request), port)
    this.#state.issuer = origin
    return {
      issuer: origin,
      close: async () => {
        this.#state.issuer = former
        await close()
      },
    }
  }

  async #respond(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const endpoint = this.#state.endpointAt(url)
    if (!endpoint) throw this.#foreign(url)
    const params = new URLSearchParams(url.search)
    for (const [name, value] of new URLSearchParams(await request.text()))
      params.append(name, value)
    this.#record(endpoint, request, params)
    const failure = this.#state.failures.take(endpoint)
    // The browser takes an error of the authorization endpoint to the app.
    const isForApp = endpoint === 'authorization' && isOAuthFailure(failure)
    if (isForApp) return this.#answerBrowser(params, failure)
    return failure ? respondWithFailure(failure) : this.#answer(endpoint, request, params)
  }

  async #answer(
    endpoint: FakeEndpoint,
    request: Request,
    params: URLSearchParams,
  ): Promise<Response> {
    switch (endpoint) {
      case 'discovery':
        return Response.json(describeProvider(this.#state))
      case 'jwks':
        return Response.json({ keys: [(await this.#state.key).jwk] })
      case 'authorization':
        return this.#answerBrowser(params)
      case 'token':
        return answerTokenRequest(this.#state, request, params)
      case 'userinfo':
        return answerUserinfoRequest(this.#state, request)
      case 'endSession':
        return answerEndSession(this.#state, params)
    }
  }

  /** Redirects at once if the user is known, so that a browser test need not click. */
  #answerBrowser(params: URLSearchParams, failure?: OAuthFailure): Response {
    const problem = findRequestProblem(this.#state, params)
    if (problem) return respondWithPage(renderProblem(problem), 400)
    const request = new URLSearchParams(params)
    request.delete('user')
    const chosen = params.get('user') ?? this.#state.chosenUser
    const isAsked = chosen === undefined && !failure
    if (isAsked) return respondWithPage(renderChoice(this.#state.users, request))
    const user = chosen ? this.#state.requireUser(chosen) : 'cancelled'
    const { url, form } = answerAuthorization(this.#state, request, failure ?? user)
    if (form) return respondWithPage(renderFormPost(url, form))
    return new Response(null, { status: 302, headers: { location: url } })
  }

  #pickUser(user: FakeUser | string | null | undefined): FakeUser | 'cancelled' {
    if (user === null) return 'cancelled'
    const chosen = user ?? this.#state.chosenUser ?? this.#state.users[0]
    return chosen === undefined ? 'cancelled' : this.#toUser(chosen)
  }

  /** A new user is kept, and replaces a user with the same `sub`. */
  #toUser(user: FakeUser | string): FakeUser {
    if (typeof user === 'string') return this.#state.requireUser(user)
    const others = this.#state.users.filter(({ sub }) => sub !== user.sub)
    this.#state.users = [...others, user]
    return user
  }

  #record(
    endpoint: FakeEndpoint,
    { method, url, headers }: Request,
    params: URLSearchParams,
  ): void {
    this.requests.push({ endpoint, method, url, headers, params })
  }

  #foreign(url: URL): Error {
    return new TypeError(
      `The fake provider ${this.issuer} has no endpoint at ${url.origin}${url.pathname}. ` +
        'Point the provider to the URLs that `endpoint` returns.',
    )
  }
}
