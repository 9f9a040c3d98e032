import {
  fakeKey,
  signClaims,
  toJwk,
  type Claims,
  type FakeKey,
} from '../../support/oauth/fake-keys.js'
import type { AuthorizationResponse } from '../../support/oauth/fake-grants.js'
import { signedAccessToken, type Differing, type Fixture } from './fixture.js'

export const clientId = 'client-1'
export const clientSecret = 'the-s3cret-of-client-1'
export const accessToken = 'access-token-1'

/** A request that a service got. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly sentAs: 'form' | 'json' | 'query'
  /** Those of the query, and those of the body. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a service does in one test. */
export interface Behaviour extends Differing {
  readonly tokenAnswer?: Response
  readonly userinfoAnswer?: Response
  /** Laid over the claims of the ID token, besides the profile. */
  readonly claims?: Claims
}

/** A service that behaves as its fixture says, and is reached through its `fetch` alone. */
export interface Service {
  readonly fetch: typeof fetch
  readonly received: readonly Received[]
  /** Sends the browser back. */
  answer(
    location: string,
    params?: Readonly<Record<string, string | undefined>>,
  ): AuthorizationResponse
}

const suffix = '/.well-known/openid-configuration'

export function openService(fixture: Fixture, behaviour: Behaviour = {}): Service {
  const received: Received[] = []
  let nonce: string | undefined
  const profile = merge(fixture.profile, behaviour.profile ?? {})
  const others = { ...fixture.others, ...behaviour.others }
  const base = fixture.issuer?.replace(/\/$/, '') ?? ''
  const wellKnown = fixture.wellKnown === undefined ? `${base}${suffix}` : fixture.wellKnown
  const jwks = fixture.jwks ?? `${base}/keys`

  async function reply(url: string): Promise<Response> {
    if (fixture.type === 'oidc' && url === wellKnown)
      return Response.json(metadataOf(fixture, jwks))
    if (fixture.type === 'oidc' && url === jwks) {
      return Response.json({ keys: [await toJwk(await publishedKey(fixture))] })
    }
    const other = others[url]
    if (typeof other === 'number') return Response.json({}, { status: other })
    if (other !== undefined) return Response.json(other)
    if (url === fixture.token.url || url === fixture.refresh?.url) {
      return behaviour.tokenAnswer?.clone() ?? Response.json(await tokens())
    }
    if (url === fixture.userinfo?.url) {
      return behaviour.userinfoAnswer?.clone() ?? Response.json(profile)
    }
    return Response.json({ message: 'not found' }, { status: 404 })
  }

  async function tokens(): Promise<Claims> {
    const usual = { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 }
    const idToken = fixture.type === 'oidc' ? await signIdToken() : undefined
    const { answer: own } = fixture.token
    const said = typeof own === 'function' ? own(profile) : own
    const answer = { ...usual, ...(idToken && { id_token: idToken }), ...said }
    return answer.access_token === signedAccessToken ? { ...answer, access_token: idToken } : answer
  }

  async function signIdToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const frame = { iss: fixture.issuer, aud: clientId, iat: now, exp: now + 300, nonce }
    return signClaims({ ...frame, ...profile, ...behaviour.claims }, await signingKey(fixture))
  }

  return {
    received,
    fetch: async (input, init) => {
      const request = await receive(new Request(input, init))
      received.push(request)
      return reply(request.url)
    },
    answer(location, params) {
      const { searchParams } = new URL(location)
      nonce = searchParams.get('nonce') ?? undefined
      const state = searchParams.get('state') ?? undefined
      // RFC 9207: a refusal names the issuer too.
      const { iss } = { iss: undefined, ...fixture.callback }
      const sent = params ?? { code: 'code-1', ...fixture.callback }
      const all = Object.entries({ iss, ...sent, state }).filter(
        (param): param is [string, string] => param[1] !== undefined,
      )
      return {
        redirectUri: searchParams.get('redirect_uri') ?? '',
        params: new URLSearchParams(all),
        isPosted: searchParams.get('response_mode') === 'form_post',
      }
    },
  }
}

function publishedKey({ idTokenAlg }: Fixture): Promise<FakeKey> {
  return fakeKey('first', idTokenAlg === 'HS256' ? 'RS256' : idTokenAlg)
}

async function signingKey(fixture: Fixture): Promise<FakeKey> {
  if (fixture.idTokenAlg !== 'HS256') return publishedKey(fixture)
  const bytes = new TextEncoder().encode(clientSecret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return { kid: 'secret', alg: 'HS256', privateKey: key, publicKey: key }
}

function metadataOf(
  { issuer, authorization, token, userinfo, metadata }: Fixture,
  jwks: string,
): object {
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token.url,
    userinfo_endpoint: userinfo?.url,
    jwks_uri: jwks,
    ...metadata,
  }
}

async function receive(request: Request): Promise<Received> {
  const { origin, pathname, searchParams } = new URL(request.url)
  const { method, headers } = request
  const text = await request.text()
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const body = isJson ? (JSON.parse(text) as Claims) : Object.fromEntries(new URLSearchParams(text))
  return {
    method,
    url: origin + pathname,
    headers,
    sentAs: isJson ? 'json' : text === '' ? 'query' : 'form',
    fields: { ...Object.fromEntries(searchParams), ...body },
  }
}

/** An object with another laid over it, at any depth; undefined takes a member away. */
export function merge(base: Claims, over: Claims): Claims {
  const merged = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const known = merged[name]
    merged[name] = isPlain(known) && isPlain(value) ? merge(known, value) : value
  }
  return merged
}

/** An object with one member, at the end of a path of names with dots between. */
export function at(path: string, value: unknown): Claims {
  return path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Claims
}

function isPlain(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
