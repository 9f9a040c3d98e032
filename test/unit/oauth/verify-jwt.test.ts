import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OAuthRequestFailed, OAuthResponseInvalid } from '../../../src/errors/oauth-errors.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { acceptedAlgorithms, mayHaveIssued, verifyJwt } from '../../../src/oauth/verify-jwt.js'
import {
  encodeJson,
  fakeKey,
  signClaims,
  toJwk,
  type Claims,
  type FakeKey,
} from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const server = { issuer: 'https://op.test', jwks_uri: 'https://op.test/jwks' }
const expected = {
  what: 'A token',
  algorithms: ['ES256'],
  requiredClaims: ['sub'],
  option: 'client.alg',
}
const now = (): number => Math.floor(Date.now() / 1000)
const good = { iss: 'https://op.test', aud: 'client-1', sub: '42' }

interface Keys {
  fetch: RelyingParty['fetch']
  key: FakeKey
  status: number
  asked: number
  /** What was asked for last. */
  accepted: string | null
}

afterEach(() => void vi.useRealTimers())

async function makeKeys(): Promise<Keys> {
  const keys: Keys = {
    key: await fakeKey('first', 'ES256'),
    status: 200,
    asked: 0,
    accepted: null,
    fetch: async (_url, init) => {
      keys.asked += 1
      keys.accepted = new Headers(init?.headers).get('accept')
      return Response.json({ keys: [await toJwk(keys.key)] }, { status: keys.status })
    },
  }
  return keys
}

async function verify(
  claims: Claims,
  keys: Keys,
  changes: Partial<RelyingParty> = {},
): Promise<unknown> {
  const party = partyOf({ fetch: keys.fetch, ...changes })
  return verifyJwt(await signClaims(claims, keys.key), expected, party, server)
}

describe('a JWT of a server', () => {
  it('is not verified with keys that a remote server says are on this machine', async () => {
    const keys = await makeKeys()
    const local = { ...server, jwks_uri: 'http://127.0.0.1/jwks' }
    const jwt = await signClaims(good, keys.key)
    const verifying = verifyJwt(jwt, expected, partyOf({ fetch: keys.fetch }), local)
    await expect(verifying).rejects.toThrow(OAuthRequestFailed)
    expect(keys.asked).toBe(0)
  })

  it('has claims', async () => {
    expect(await verify(good, await makeKeys())).toEqual(good)
  })

  it.each<[string, () => Claims]>([
    ['another issuer', () => ({ iss: 'https://other.test' })],
    ['another audience', () => ({ aud: 'client-2' })],
    ['no issuer', () => ({ iss: undefined })],
    ['no subject, which is required here', () => ({ sub: undefined })],
    ['an end more than a minute ago', () => ({ exp: now() - 65 })],
    ['a beginning in more than a minute', () => ({ nbf: now() + 65 })],
  ])('is refused with %s', async (_what, changes) => {
    const keys = await makeKeys()
    await expect(verify({ ...good, ...changes() }, keys)).rejects.toThrow(OAuthResponseInvalid)
  })

  it('is accepted by a clock that differs by less than a minute', async () => {
    const keys = await makeKeys()
    expect(await verify({ ...good, exp: now() - 50, nbf: now() + 50 }, keys)).toMatchObject(good)
  })

  it('names the issuer that its claims ask for, where that is not fixed', async () => {
    const keys = await makeKeys()
    const expectedIssuer = (claims: Claims, issuer: string): string =>
      [issuer, claims['sub']].join('/')
    const tenant = { ...good, iss: 'https://op.test/42' }
    expect(await verify(tenant, keys, { expectedIssuer })).toEqual(tenant)
    await expect(verify(good, keys, { expectedIssuer })).rejects.toThrow(
      'A token: its issuer is "https://op.test", not "https://op.test/42".',
    )
  })

  it('says why it was refused', async () => {
    const jwt = 'no.jwt.here'
    const party = partyOf()
    await expect(verifyJwt(jwt, expected, party, server)).rejects.toMatchObject({
      type: 'OAuthResponseInvalid',
      message: 'A token: the token cannot be accepted.',
      cause: expect.any(Error) as Error,
    })
  })

  it.each([
    ['the token has no `kid` that says which one', undefined],
    ['more than one is named "first"', 'first'],
  ])('cannot be verified if several keys fit, because %s', async (why, kid) => {
    const key = await fakeKey('first', 'ES256')
    const second = await fakeKey('second', 'ES256')
    const keys = await Promise.all([toJwk(key), toJwk({ ...second, kid: kid ?? second.kid })])
    const party = partyOf({ fetch: async () => Response.json({ keys }) })
    const jwt = await signClaims(good, key, { kid })
    await expect(verifyJwt(jwt, expected, party, server)).rejects.toThrow(
      `A token: the key set at https://op.test/jwks has several keys for "ES256", and ${why}. Ask the operator of the provider "op"`,
    )
  })

  it('is verified with the keys that we have while the server is away', async () => {
    const keys = await makeKeys()
    await verify(good, keys)
    keys.status = 503
    const stranger = { ...keys, key: await fakeKey('second', 'ES256') }
    await expect(verify(good, stranger)).rejects.toThrow(OAuthResponseInvalid)
    expect(await verify(good, keys)).toEqual(good)
  })

  it('is verified with keys that are too old only while the server is away', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keys = await makeKeys()
    await verify(good, keys)
    keys.status = 503
    vi.setSystemTime(Date.now() + 11 * 60_000)
    expect(await verify(good, keys)).toEqual(good)
    expect(keys.asked).toBe(2)
    const stranger = { ...keys, key: { ...(await fakeKey('second', 'ES256')), kid: 'first' } }
    await expect(verify(good, stranger)).rejects.toThrow(OAuthResponseInvalid)
  })

  it('cannot be verified when the keys were never had', async () => {
    const keys = await makeKeys()
    keys.status = 503
    await expect(verify(good, keys)).rejects.toThrow(OAuthRequestFailed)
    await expect(verify(good, keys)).rejects.toThrow('https://op.test/jwks answers 503')
  })

  it('is verified with keys that are asked for once, by address', async () => {
    const keys = await makeKeys()
    await verify(good, keys)
    await verify(good, keys)
    expect(keys.asked).toBe(1)
    expect(keys.accepted).toContain('application/jwk-set+json')
    const jwt = await signClaims(good, keys.key)
    const elsewhere = { ...server, jwks_uri: 'https://op.test/other' }
    await verifyJwt(jwt, expected, partyOf({ fetch: keys.fetch }), elsewhere)
    expect(keys.asked).toBe(2)
  })

  it('is verified with the keys of two hundred addresses: those of the oldest go first', async () => {
    const keys = await makeKeys()
    const jwt = await signClaims(good, keys.key)
    const askedAt = async (at: number): Promise<number> => {
      const place = { ...server, jwks_uri: `${server.jwks_uri}/${at}` }
      await verifyJwt(jwt, expected, partyOf({ fetch: keys.fetch }), place)
      return keys.asked
    }
    for (let at = 0; at < 200; at++) await askedAt(at)
    expect(await askedAt(0)).toBe(200)
    expect(await askedAt(200)).toBe(201)
    expect(await askedAt(1)).toBe(201)
    expect(await askedAt(0)).toBe(202)
  })
})

describe('a JWT that a secret signed', () => {
  const secret = 'a secret of at least thirty-two bytes'

  async function verifySigned(by: string, clientSecret: string | undefined): Promise<unknown> {
    const input = `${encodeJson({ alg: 'HS256' })}.${encodeJson(good)}`
    const jwt = `${input}.${createHmac('sha256', by).update(input).digest('base64url')}`
    const party = partyOf({ clientSecret })
    return verifyJwt(jwt, { ...expected, algorithms: ['HS256'] }, party, server)
  }

  it('is verified with the secret of the client', async () => {
    expect(await verifySigned(secret, secret)).toEqual(good)
    await expect(verifySigned(`${secret}!`, secret)).rejects.toThrow(OAuthResponseInvalid)
  })

  it('is refused where there is no secret, also when nothing signed it', async () => {
    await expect(verifySigned('', undefined)).rejects.toThrow(OAuthResponseInvalid)
    await expect(verifySigned('', '')).rejects.toThrow(OAuthResponseInvalid)
    await expect(verifySigned('undefined', undefined)).rejects.toThrow(OAuthResponseInvalid)
  })
})

describe('the algorithms that may have signed', () => {
  it('are the registered one', () => {
    expect(acceptedAlgorithms('HS256', ['RS256'])).toEqual(['HS256'])
  })

  it('are those that are announced and asymmetric', () => {
    const good = ['RS256', 'PS384', 'ES512', 'EdDSA', 'Ed25519']
    const bad = ['none', 'HS256', 'xRS256', 'RS2567', 'RS25', 'EdDSAx', 'xEdDSA', 'xEd25519']
    const odd = ['Ed25519x', 42, null, ['RS256']]
    expect(acceptedAlgorithms(undefined, [...bad, ...good, ...odd])).toEqual(good)
  })

  it.each([undefined, 'ES256', [], ['none']])('are RS256 where %j is announced', (announced) => {
    expect(acceptedAlgorithms(undefined, announced)).toEqual(['RS256'])
  })
})

describe('a stored ID token', () => {
  const store = async (claims: Claims): Promise<string> =>
    signClaims(claims, await fakeKey('first', 'ES256'))
  const expectedIssuer = (claims: Claims, issuer: string): string =>
    typeof claims['tid'] === 'string' ? `${issuer}/${claims['tid']}` : issuer

  it.each<readonly [string, Claims, Partial<RelyingParty>, boolean | undefined]>([
    ['of the issuer', { iss: 'https://op.test' }, {}, true],
    ['of another issuer', { iss: 'https://two.test' }, {}, false],
    ['without an issuer', { sub: '42' }, {}, undefined],
    ['of a tenant', { iss: 'https://op.test/7', tid: '7' }, { expectedIssuer }, true],
    ['of a foreign tenant', { iss: 'https://two.test/7', tid: '7' }, { expectedIssuer }, false],
  ])('%s is recognised', async (_, claims, changes, result) => {
    expect(mayHaveIssued(await store(claims), partyOf(changes), server)).toBe(result)
  })

  it('that is not a readable token says nothing about its issuer', () => {
    expect(mayHaveIssued('encrypted', partyOf(), server)).toBeUndefined()
  })
})
