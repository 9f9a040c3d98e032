import { decodeJwt, EmbeddedJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { withAccessToken } from '../../../src/flows/tokens/authorized-fetch.js'
import { bindToken, createProofKey } from '../../../src/oauth/dpop.js'
import { createOAuthMemory } from '../../../src/oauth/oauth-memory.js'

const api = 'https://api.test'

/** A request that an API got. */
interface Seen {
  readonly request: Request
  readonly body: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** A `fetch` with a token that is bound to a key, and the requests that the APIs got. */
async function open(
  answer: (seen: Seen) => Response,
): Promise<{ readonly send: typeof fetch; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const key = await createProofKey()
  const dpop = bindToken(createOAuthMemory(), key, 'the-token')
  const send = withAccessToken(
    [api],
    async () => ({ accessToken: 'the-token', dpop }),
    async (input, init) => {
      const request = new Request(input, init)
      const proof = request.headers.get('dpop')
      const one = {
        request,
        body: await request.text(),
        claims: proof === null ? {} : decodeJwt(proof),
      }
      seen.push(one)
      return answer(one)
    },
  )
  return { send, seen }
}

function demand(nonce: string): Response {
  const headers = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': nonce }
  return new Response('', { status: 401, headers })
}

describe('a fetch with a token that is bound to a key', () => {
  it('sends a signed proof for the method and the URL without its query', async () => {
    const { send, seen } = await open(() => new Response('fine'))
    const init = {
      method: 'PUT',
      body: 'a body',
      headers: { authorization: 'x', dpop: 'y', a: 'b' },
    }
    expect(await (await send(`${api}/items?page=2#end`, init)).text()).toBe('fine')
    const [{ request, body, claims } = expect.fail('No request was sent.')] = seen
    expect(body).toBe('a body')
    expect(request.headers.get('authorization')).toBe('DPoP the-token')
    expect(request.headers.get('a')).toBe('b')
    expect(request.headers.has('user-agent')).toBe(false)
    expect(claims).toMatchObject({ htm: 'PUT', htu: `${api}/items` })
    const proof = request.headers.get('dpop') ?? ''
    const options = { typ: 'dpop+jwt', algorithms: ['ES256'] }
    const { protectedHeader } = await jwtVerify(proof, EmbeddedJWK, options)
    expect(protectedHeader.jwk).not.toHaveProperty('d')
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('the-token'))
    expect(claims['ath']).toBe(Buffer.from(hash).toString('base64url'))
  })

  it('sends a request once more, body included, with the nonce that the API demands', async () => {
    const { send, seen } = await open(({ claims }) =>
      claims['nonce'] === 'wanted' ? new Response('fine') : demand('wanted'),
    )
    const response = await send(`${api}/items`, { method: 'POST', body: 'a body' })
    expect(response.status).toBe(200)
    expect(seen.map(({ body }) => body)).toEqual(['a body', 'a body'])
    expect(new Set(seen.map(({ claims }) => claims['jti'])).size).toBe(2)
    await send(`${api}/items`)
    expect(seen).toHaveLength(3)
  })

  it('ends the answer that demands a nonce, so that its connection is free', async () => {
    let isCanceled = false
    const body = new ReadableStream({
      cancel: () => {
        isCanceled = true
      },
    })
    const { send } = await open(({ claims }) => {
      const { status, headers } = demand('wanted')
      return claims['nonce'] ? new Response('fine') : new Response(body, { status, headers })
    })
    expect(await (await send(`${api}/items`)).text()).toBe('fine')
    expect(isCanceled).toBe(true)
  })

  it('sends a request twice at most, and returns the refusal', async () => {
    const { send, seen } = await open(({ claims }) => demand(`not ${String(claims['nonce'])}`))
    expect((await send(`${api}/items`)).status).toBe(401)
    expect(seen).toHaveLength(2)
  })

  it('returns a response with another challenge as it is', async () => {
    const { send, seen } = await open(() => {
      const headers = { 'www-authenticate': 'DPoP error="insufficient_scope"' }
      return new Response('why', { status: 403, headers })
    })
    const response = await send(`${api}/items`)
    expect([response.status, await response.text()]).toEqual([403, 'why'])
    expect(seen).toHaveLength(1)
  })

  it('proves each hop of a redirect, and none at another origin', async () => {
    const targets: Record<string, string> = {
      [`${api}/a`]: `${api}/b`,
      [`${api}/b`]: 'https://elsewhere.test/c',
    }
    const { send, seen } = await open(({ request }) => {
      const location = targets[request.url]
      return location === undefined
        ? new Response('end')
        : new Response('', { status: 302, headers: { location } })
    })
    expect(await (await send(`${api}/a`)).text()).toBe('end')
    expect(seen.map(({ claims }) => claims['htu'])).toEqual([`${api}/a`, `${api}/b`, undefined])
    const last = seen[2]?.request.headers
    expect([last?.has('authorization'), last?.has('dpop')]).toEqual([false, false])
  })
})
