import type { Claims, FakeKey } from './fake-keys.js'

export type Endpoint = 'authorization' | 'discovery' | 'jwks' | 'par' | 'token' | 'userinfo'

/** One request that a provider got. */
export interface Received {
  readonly endpoint: Endpoint | undefined
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** The body, read as a form. */
  readonly form: URLSearchParams
}

type Answer = Response | undefined

/** Each member changes one part of the provider's answers. */
export interface Misbehaviour {
  readonly metadata?: (metadata: Claims) => unknown
  readonly keys?: (keys: readonly object[]) => unknown
  /** The response that goes through the browser. */
  readonly response?: (params: URLSearchParams) => void
  /** The claims of ID tokens. */
  readonly claims?: (claims: Claims) => Claims
  /** Members of the header of ID tokens; undefined leaves one out. */
  readonly header?: Claims
  /** Another key than the one that the key set shows. */
  readonly signWith?: FakeKey
  /** The whole ID token. */
  readonly idToken?: (jwt: string, claims: Claims) => unknown
  /** The answer of the token endpoint. */
  readonly tokens?: (tokens: Claims) => unknown
  readonly userinfo?: (profile: Claims) => unknown
  /** Answers in place of an endpoint; undefined lets it answer. */
  readonly answer?: {
    readonly [E in Endpoint]?: (request: Received) => Answer | Promise<Answer>
  }
}

/** Returns a value as the misbehaving provider sends it. */
export function applyMisbehaviour<T>(
  change: ((value: T) => unknown) | undefined,
  value: T,
): unknown {
  return change ? change(value) : value
}
