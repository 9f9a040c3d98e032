import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { hiddenInLogs } from '../../../src/errors/hidden-values.js'
import type { OAuthHandlerProvider } from '../../../src/model/oauth-endpoints.js'
import type { Profile } from '../../../src/model/records.js'
import { createProofKey } from '../../../src/oauth/dpop.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { fetchUserinfo } from '../../../src/oauth/userinfo.js'
import { fakeKey, signClaims, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const server = {
  issuer: 'https://op.test',
  userinfo_endpoint: 'https://op.test/userinfo?a=b',
  jwks_uri: 'https://op.test/jwks',
  userinfo_signing_alg_values_supported: ['ES256'],
}
const tokens = { access_token: 'x' }
const view = { id: 'op' } as unknown as OAuthHandlerProvider
const { userinfo } = partyOf()

/** The profile, and the request that it was asked with. */
async function fetchProfile(
  answer: object | Response,
  changes: Partial<RelyingParty> = {},
  claims: Profile | null = { sub: '42' },
  dpopKey?: string,
): Promise<{ profile: Profile; request: Request | undefined }> {
  let request: Request | undefined
  const fetch: RelyingParty['fetch'] = async (input, init) => {
    const sent = new Request(input, init)
    if (sent.url === server.jwks_uri) {
      return Response.json({ keys: [await toJwk(await fakeKey('first', 'ES256'))] })
    }
    request = sent
    return answer instanceof Response ? answer : Response.json(answer)
  }
  const given = { view, params: { code: '1' }, dpopKey }
  const profile = await fetchUserinfo(
    partyOf({ fetch, ...changes }),
    server,
    tokens,
    claims ?? undefined,
    given,
  )
  return { profile, request }
}

const oauth = { type: 'oauth' } as const

describe('user info of plain OAuth', () => {
  it('is asked for politely, with the access token', async () => {
    const { profile, request } = await fetchProfile({ id: 1 }, oauth)
    expect(profile).toEqual({ id: 1 })
    expect([request?.method, request?.url]).toEqual(['GET', 'https://op.test/userinfo?a=b'])
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer x',
      'user-agent': 'latchkey',
    })
  })

  it('is asked for with a proof if the access token is bound to a key', async () => {
    const dpopKey = await createProofKey()
    const { profile, request } = await fetchProfile({ id: 1 }, oauth, { sub: '42' }, dpopKey)
    expect(profile).toEqual({ id: 1 })
    expect(request?.headers.get('authorization')).toBe('DPoP x')
    const proof = decodeJwt(request?.headers.get('dpop') ?? '')
    expect(proof).toMatchObject({ htm: 'GET', htu: 'https://op.test/userinfo' })
  })

  it('is asked for with the parameters of the endpoint', async () => {
    const params = { fields: 'id' }
    const { request } = await fetchProfile(
      { id: 1 },
      { ...oauth, userinfo: { ...userinfo, params } },
    )
    expect(request?.url).toBe('https://op.test/userinfo?a=b&fields=id')
  })

  it('is prepared with what is known', async () => {
    const seen: unknown[] = []
    const prepare = (_request: unknown, context: unknown): undefined => void seen.push(context)
    await fetchProfile({ id: 1 }, { ...oauth, userinfo: { ...userinfo, prepare } })
    expect(seen).toMatchObject([{ params: { code: '1' }, tokens }])
  })

  it.each([[[]], ['text'], [42], [null]])('is an object, not %j', async (answer) => {
    await expect(fetchProfile(Response.json(answer), oauth)).rejects.toThrow(
      'expected a JSON object',
    )
  })

  it('conceals what was sent when it fails', async () => {
    const failed = fetchProfile(Response.json([]), oauth)
    const error = (await failed.catch((thrown: unknown) => thrown)) as Error
    expect(hiddenInLogs(error)).toEqual(['x', 'a secret'])
  })

  it.each([
    ['text/html', '<h1>Hello</h1>', 'with text/html instead of JSON'],
    ['application/json', '{"id":', 'with JSON that cannot be parsed'],
  ])('is refused by name if a 200 has no JSON: %s', async (type, body, said) => {
    const answer = new Response(body, { headers: { 'content-type': type } })
    await expect(fetchProfile(answer, oauth)).rejects.toThrow(
      `User info: https://op.test/userinfo answers 200 ${said}. Check \`userinfo\` of the provider "op"`,
    )
  })

  it('is refused with another status', async () => {
    await expect(fetchProfile(Response.json({ id: 1 }, { status: 400 }), oauth)).rejects.toThrow(
      'https://op.test/userinfo answers 400. Check the scopes',
    )
  })
})

describe('user info of a handler', () => {
  const handled = (profile: unknown): Partial<RelyingParty> => ({
    userinfo: { ...userinfo, request: async () => profile as Profile },
  })

  it('is what the handler gives, who is told the tokens', async () => {
    const seen: unknown[] = []
    const request = async ({ fetch: _, ...given }: object & { fetch: unknown }) => {
      seen.push(given)
      return { sub: '42', name: 'Ada' }
    }
    const { profile } = await fetchProfile({}, { userinfo: { ...userinfo, request } })
    expect(profile).toEqual({ sub: '42', name: 'Ada' })
    expect(seen).toEqual([{ tokens, provider: view }])
  })

  it('may leave the subject out, but not name another', async () => {
    expect((await fetchProfile({}, handled({ name: 'Ada' }))).profile).toEqual({ name: 'Ada' })
    await expect(fetchProfile({}, handled({ sub: '43' }))).rejects.toThrow(
      'not the same as in the ID token',
    )
    const unclaimed = { ...oauth, ...handled({ sub: '43' }) }
    expect((await fetchProfile({}, unclaimed, null)).profile).toEqual({ sub: '43' })
  })

  it('is an object', async () => {
    await expect(fetchProfile({}, handled('Ada'))).rejects.toThrow('expected a JSON object')
    await expect(fetchProfile({}, handled(undefined))).rejects.toThrow('expected a JSON object')
  })
})

describe('user info of OpenID Connect', () => {
  async function signed(changes: Claims = {}): Promise<Response> {
    const claims = { iss: server.issuer, aud: 'client-1', sub: '42', ...changes }
    const jwt = await signClaims(claims, await fakeKey('first', 'ES256'))
    return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
  }

  it('speaks of the person of the ID token', async () => {
    const { profile, request } = await fetchProfile({ sub: '42', name: 'Ada' })
    expect(profile).toEqual({ sub: '42', name: 'Ada' })
    expect(request?.headers.get('authorization')).toBe('Bearer x')
    await expect(fetchProfile({ sub: '43' })).rejects.toThrow('User info')
    await expect(fetchProfile({ sub: '42' }, {}, {})).rejects.toThrow('Expected `sub`')
  })

  it('has the parameters of the endpoint', async () => {
    const params = { fields: 'id' }
    const { request } = await fetchProfile({ sub: '42' }, { userinfo: { ...userinfo, params } })
    expect(request?.url).toBe('https://op.test/userinfo?a=b&fields=id')
  })

  it('may be signed, and is verified then', async () => {
    const client = { userinfo_signed_response_alg: 'ES256' }
    expect((await fetchProfile(await signed(), { client })).profile).toMatchObject({ sub: '42' })
    expect((await fetchProfile(await signed())).profile).toMatchObject({ sub: '42' })
    const stranger = await fakeKey('second', 'ES256')
    const forged = await signClaims(
      { iss: server.issuer, aud: 'client-1', sub: '42' },
      { ...stranger, kid: 'first' },
    )
    for (const type of ['application/jwt', 'application/jwt;charset=utf-8']) {
      const headers = { 'content-type': type }
      await expect(fetchProfile(new Response(forged, { headers }))).rejects.toThrow('User info')
    }
  })
})
