import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OAuthResponseInvalid } from '../../../src/errors/oauth-errors.js'
import {
  requireSubject,
  verifyIdToken,
  type IdTokenExpectations,
} from '../../../src/oauth/id-token.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { fakeKey, halfHash, signClaims, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const now = 1_900_000_000
const good = { iss: 'https://op.test', aud: 'client-1', sub: '42', iat: now, exp: now + 60 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }))
afterEach(() => void vi.useRealTimers())

interface Case {
  readonly claims?: Claims
  readonly party?: Partial<RelyingParty>
  readonly expected?: Partial<IdTokenExpectations>
  readonly accessToken?: string
  readonly alg?: string
  readonly announced?: unknown
}

async function verify(given: Case = {}): Promise<unknown> {
  const { alg = 'ES256', announced = [alg] } = given
  const key = await fakeKey('first', alg)
  const fetch = async (): Promise<Response> => Response.json({ keys: [await toJwk(key)] })
  const server = {
    issuer: 'https://op.test',
    jwks_uri: 'https://op.test/jwks',
    id_token_signing_alg_values_supported: announced as string[],
  }
  const expected = { nonce: undefined, maxAge: undefined, ...given.expected }
  const tokens = {
    id_token: await signClaims({ ...good, ...given.claims }, key),
    ...(given.accessToken !== undefined && { access_token: given.accessToken }),
  }
  return verifyIdToken(partyOf({ fetch, ...given.party }), server, expected, tokens)
}

const refused = (given: Case): Promise<void> =>
  expect(verify(given)).rejects.toThrow(OAuthResponseInvalid)

describe('an ID token', () => {
  it('has claims', async () => {
    expect(await verify({ claims: { name: 'Ada' } })).toEqual({ ...good, name: 'Ada' })
  })

  it.each(['exp', 'iat', 'sub', 'iss', 'aud'])('is refused without %s', async (claim) => {
    await refused({ claims: { [claim]: undefined } })
  })

  it('is undefined when it is missing', async () => {
    const server = { issuer: 'https://op.test' }
    const expected = { nonce: undefined, maxAge: undefined }
    await expect(verifyIdToken(partyOf(), server, expected, {})).rejects.toThrow(
      'ID token: the token cannot be accepted',
    )
  })

  it('is signed as announced, or as the client was registered', async () => {
    await refused({ announced: ['RS256'] })
    const client = { id_token_signed_response_alg: 'ES256' }
    expect(await verify({ announced: ['RS256'], party: { client } })).toEqual(good)
  })

  it('is for this client alone, or was issued to it', async () => {
    const several = ['client-1', 'client-2']
    expect(await verify({ claims: { aud: ['client-1'] } })).toMatchObject({ sub: '42' })
    expect(await verify({ claims: { azp: 'client-1' } })).toMatchObject({ sub: '42' })
    const issued = { aud: several, azp: 'client-1' }
    expect(await verify({ claims: issued })).toMatchObject(issued)
    await refused({ claims: { aud: several } })
    await refused({ claims: { azp: 'client-2' } })
    await refused({ claims: { aud: several, azp: 'client-2' } })
  })

  it('answers the request with its nonce', async () => {
    const nonce = 'a nonce'
    expect(await verify({ claims: { nonce }, expected: { nonce } })).toMatchObject({ nonce })
    await refused({ claims: { nonce } })
    await refused({ expected: { nonce } })
    await refused({ claims: { nonce: 'another' }, expected: { nonce } })
  })

  it('is of a person who signed in lately, where that is asked for', async () => {
    const at = (seconds: number): Claims => ({ auth_time: now - seconds })
    const asked = { maxAge: 100 }
    expect(await verify({ claims: at(160), expected: asked })).toMatchObject(at(160))
    await refused({ claims: at(161), expected: asked })
    await refused({ expected: asked })
    await refused({ claims: { auth_time: String(now) }, expected: asked })
    expect(await verify({ claims: at(9999) })).toMatchObject(at(9999))
  })

  it('is of a person who signed in as lately as the client is registered for', async () => {
    const at = (seconds: number): Claims => ({ auth_time: now - seconds })
    const client = { default_max_age: 10 }
    await refused({ claims: at(71), party: { client } })
    await refused({ claims: at(71), party: { client }, expected: { maxAge: 100 } })
    await refused({
      claims: at(71),
      party: { client: { default_max_age: 100 } },
      expected: { maxAge: 10 },
    })
    expect(await verify({ claims: at(70), party: { client } })).toMatchObject(at(70))
  })

  it('says when the person signed in, where the client was registered so', async () => {
    const party = { client: { require_auth_time: true } }
    await refused({ party })
    const longAgo = { auth_time: 0 }
    expect(await verify({ party, claims: longAgo })).toMatchObject(longAgo)
  })

  it('is of a person who signed in as asked for', async () => {
    const party = { requiredAcr: ['one', 'two'] }
    expect(await verify({ party, claims: { acr: 'two' } })).toMatchObject({ acr: 'two' })
    await refused({ party })
    await refused({ party, claims: { acr: 'three' } })
    await refused({ party, claims: { acr: ['one'] } })
  })

  it.each(['ES256', 'ES384', 'RS512', 'EdDSA'])(
    'belongs to its access token, by the hash of %s',
    async (alg) => {
      const claims = { at_hash: await halfHash('an access token', alg) }
      const accessToken = 'an access token'
      expect(await verify({ alg, claims, accessToken })).toMatchObject(claims)
      await refused({ alg, claims, accessToken: 'another' })
      expect(await verify({ alg, claims })).toMatchObject(claims)
      expect(await verify({ alg, accessToken })).toEqual(good)
    },
  )

  it('has half a hash, not a whole one', async () => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x'))
    const whole = Buffer.from(hash).toString('base64url')
    await refused({ claims: { at_hash: whole }, accessToken: 'x' })
  })
})

describe('a subject', () => {
  it.each(['a', 'a'.repeat(255)])('is a text: %s', (sub) => {
    expect(requireSubject({ sub })).toBe(sub)
  })

  it.each([undefined, null, 42, '', ['a'], 'a'.repeat(256)])('is not %j', (sub) => {
    expect(() => requireSubject({ sub })).toThrow(OAuthResponseInvalid)
  })
})
