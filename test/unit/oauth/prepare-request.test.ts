import { describe, expect, it } from 'vitest'
import type { EndpointRequestChanges, Preparable } from '../../../src/model/oauth-endpoints.js'
import { requestContext, sender, type Call } from '../../../src/oauth/prepare-request.js'
import { partyOf } from './relying-party.js'

const url = 'https://op.test/token'
const call: Call = { method: 'POST', headers: { a: '1', b: '2' }, body: new URLSearchParams('c=d') }

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** What reaches the service of a call that is prepared so. */
async function send(prepare?: Preparable['prepare'], sent: Call = call): Promise<Sent> {
  const requests: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    requests.push(new Request(input, init))
    return new Response('ok')
  }
  const party = partyOf({ fetch })
  await sender(party, { prepare }, requestContext(party))(url, sent)
  const request = requests[0] ?? new Request('https://none.test')
  const headers = Object.fromEntries(request.headers)
  return { url: request.url, method: request.method, headers, body: await request.text() }
}

const change = (changes: EndpointRequestChanges | undefined) => send(() => changes)

describe('a request to an endpoint', () => {
  it('is sent unchanged without `prepare`', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    const plain = { url, method: 'POST', headers: { a: '1', b: '2', ...form }, body: 'c=d' }
    expect(await send()).toEqual(plain)
    expect(await change(undefined)).toEqual(plain)
    expect(await change({})).toEqual(plain)
    expect((await send(undefined, { method: 'GET', headers: {} })).body).toBe('')
  })

  it('is passed to `prepare` with its context', async () => {
    const seen: unknown[] = []
    await send((request, context) => {
      seen.push({ ...request, url: request.url.href, body: request.body.toString() }, context)
      return undefined
    })
    expect(seen).toEqual([
      { url, method: 'POST', headers: { a: '1', b: '2' }, body: 'c=d' },
      { params: {}, tokens: {}, clientId: 'client-1', clientSecret: 'a secret' },
    ])
  })

  it('shows no fields where the body is no form', async () => {
    let fields: unknown
    const prepare: Preparable['prepare'] = ({ body }) => {
      fields = body.toString()
      return undefined
    }
    expect((await send(prepare, { ...call, body: 'x=y' })).body).toBe('x=y')
    expect(fields).toBe('')
  })

  it('goes elsewhere, in another way, with other headers', async () => {
    const headers = { a: undefined, b: '3', e: '4' }
    const sent = await change({ url: new URL('https://op.test/other'), method: 'PUT', headers })
    expect(sent).toMatchObject({ url: 'https://op.test/other', method: 'PUT', body: 'c=d' })
    expect(sent.headers).toMatchObject({ b: '3', e: '4' })
    expect(sent.headers).not.toHaveProperty('a')
    expect((await change({ method: 'PUT' })).url).toBe(url)
  })

  it.each<[EndpointRequestChanges['body'], string, string | undefined]>([
    [new URLSearchParams('x=y'), 'x=y', 'application/x-www-form-urlencoded'],
    [{ x: 'y' }, '{"x":"y"}', 'application/json'],
    ['x', 'x', 'text/plain;charset=UTF-8'],
    [null, '', undefined],
  ])('has %j as its body', async (body, text, type) => {
    const sent = await change({ body })
    expect([sent.body, sent.headers['content-type']]).toEqual([text, type])
  })

  it('has the type that the headers say, over that of its body', async () => {
    const headers = { 'content-type': 'text/x' }
    expect((await change({ body: {}, headers })).headers['content-type']).toBe('text/x')
  })

  it('is not prepared where nothing is known', async () => {
    const fetch = async (): Promise<Response> => new Response('ok')
    const prepare = (): never => {
      throw new Error('was asked')
    }
    const response = await sender(partyOf({ fetch }), { prepare })(url, call)
    expect(await response.text()).toBe('ok')
  })
})

describe('what is known when a request is prepared', () => {
  it('is what came back, and the tokens before', () => {
    const known = { params: { code: '1' }, tokens: { access_token: 'x' } }
    expect(requestContext(partyOf(), known)).toEqual({
      ...known,
      clientId: 'client-1',
      clientSecret: 'a secret',
    })
  })
})
