import { describe, expect, it } from 'vitest'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { readTokenAnswer } from '../../../src/oauth/token-answer.js'
import { partyOf } from './relying-party.js'

interface Read {
  readonly status: number
  readonly type: string | null
  readonly text: string
  readonly idToken: string | undefined
}

async function read(party: Partial<RelyingParty>, given: Response): Promise<Read> {
  const { response, idToken } = await readTokenAnswer(partyOf(party), given)
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text(), idToken }
}

async function membersOf(type: 'oauth' | 'oidc', members: object): Promise<unknown> {
  return JSON.parse((await read({ type }, Response.json(members))).text)
}

describe('an answer of the token endpoint', () => {
  it.each(['', 'a=b', '[]', '"text"', 'null', '42'])('that is %j stays as it is', async (text) => {
    const given = new Response(text, { status: 418, headers: { 'content-type': 'text/x' } })
    expect(await read({ type: 'oauth' }, given)).toEqual({
      status: 418,
      type: 'text/x',
      text,
      idToken: undefined,
    })
  })

  it('has its ID token set aside, when that is a text', async () => {
    for (const type of ['oauth', 'oidc'] as const) {
      const answer = await read({ type }, Response.json({ id_token: 'a.b.c', access_token: 'x' }))
      expect(answer.idToken).toBe('a.b.c')
      expect(answer.text).not.toContain('id_token')
    }
    expect((await read({}, Response.json({ id_token: 42 }))).idToken).toBeUndefined()
  })

  it('loses what is null, and has its scopes in one text', async () => {
    const members = { access_token: 'x', refresh_token: null, scope: ['a', 'b'] }
    expect(await membersOf('oidc', members)).toEqual({ access_token: 'x', scope: 'a b' })
    expect(await membersOf('oidc', { scope: 'a,b' })).toEqual({ scope: 'a,b' })
  })

  it('of plain OAuth is a bearer token unless it says otherwise, its scopes apart by spaces', async () => {
    expect(await membersOf('oauth', { access_token: 'x' })).toEqual({
      token_type: 'bearer',
      access_token: 'x',
    })
    const members = { access_token: 'x', token_type: 'DPoP', scope: 'a,b,c' }
    expect(await membersOf('oauth', members)).toEqual({ ...members, scope: 'a b c' })
    expect(await membersOf('oauth', { scope: 'a,b' })).toEqual({ scope: 'a,b' })
    const odd = { access_token: 'x', token_type: 'bearer', scope: 42 }
    expect(await membersOf('oauth', odd)).toEqual(odd)
  })

  it.each([
    ['oauth', 200, { access_token: 'x' }, 200],
    ['oauth', 201, { access_token: 'x' }, 200],
    ['oidc', 201, { access_token: 'x' }, 201],
    ['oauth', 200, { error: 'bad' }, 400],
    ['oidc', 200, { error: 'bad' }, 400],
    ['oauth', 200, { error: 'bad', access_token: 'x' }, 200],
    ['oauth', 200, { error: 0 }, 200],
    ['oauth', 500, { error: 'bad' }, 500],
    ['oauth', 500, { access_token: 'x' }, 500],
  ] as const)('of %s with status %j and %j has status %j', async (type, status, body, expected) => {
    expect((await read({ type }, Response.json(body, { status }))).status).toBe(expected)
  })

  it('of plain OAuth is JSON whatever it says it is', async () => {
    const given = (): Response => new Response('{"a":1}', { headers: { 'content-type': 'text/x' } })
    expect((await read({ type: 'oauth' }, given())).type).toBe('application/json')
    expect((await read({ type: 'oidc' }, given())).type).toBe('text/x')
  })

  it('is repaired by the provider first, on a copy', async () => {
    const { token } = partyOf()
    const conform = async (given: Response): Promise<Response> =>
      Response.json({ access_token: (await given.text()).toUpperCase() })
    const repaired = await read({ token: { ...token, conform } }, new Response('abc'))
    expect(JSON.parse(repaired.text)).toEqual({ access_token: 'ABC' })
    const looking = async (given: Response): Promise<undefined> => void (await given.text())
    expect((await read({ token: { ...token, conform: looking } }, new Response('abc'))).text).toBe(
      'abc',
    )
  })
})
