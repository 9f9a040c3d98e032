import { describe, expect, it } from 'vitest'
import { createAttempt } from '../../../src/oauth/attempt.js'
import {
  claimedState,
  validateAuthorizationResponse,
} from '../../../src/oauth/authorization-response.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import {
  encodeJson,
  fakeKey,
  signClaims,
  toJwk,
  type Claims,
} from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const server = {
  issuer: 'https://op.test',
  jwks_uri: 'https://op.test/jwks',
  authorization_signing_alg_values_supported: ['ES256'],
}
const now = (): number => Math.floor(Date.now() / 1000)
const redirectUri = 'https://app.test/auth/callback/op'
const { authorization } = partyOf()

/** The parameters of a response that was accepted. */
async function accepted(
  params: string | URLSearchParams,
  changes: Partial<RelyingParty> = {},
  { state = 'a state', ...metadata }: { state?: string | null; issuer?: string } = {},
): Promise<Record<string, string>> {
  const fetch: RelyingParty['fetch'] = async () =>
    Response.json({ keys: [await toJwk(await fakeKey('first', 'ES256'))] })
  const facts = { issuer: '', startedAt: 0, redirectUri, callbackUrl: undefined, linkTo: '' }
  const attempt = { ...createAttempt(partyOf(), facts), state: state ?? undefined }
  const party = partyOf({ fetch, ...changes })
  const given = new URLSearchParams(params)
  const valid = validateAuthorizationResponse(party, { ...server, ...metadata }, attempt, given)
  return Object.fromEntries(await valid)
}

async function signed(changes: Claims = {}): Promise<URLSearchParams> {
  const claims = { iss: server.issuer, aud: 'client-1', code: '1', state: 'a state' }
  const whole = { ...claims, exp: now() + 60, ...changes }
  return new URLSearchParams({ response: await signClaims(whole, await fakeKey('first', 'ES256')) })
}

describe('the state that a response claims', () => {
  it('is its parameter, when there is exactly one', () => {
    expect(claimedState(new URLSearchParams('state=a'))).toBe('a')
    expect(claimedState(new URLSearchParams('state=a&state=a'))).toBeUndefined()
    expect(claimedState(new URLSearchParams('code=a'))).toBeUndefined()
  })

  it('is that of a signed response where there is one', () => {
    const inside = (claims: object): URLSearchParams =>
      new URLSearchParams({ state: 'outside', response: `e30.${encodeJson(claims)}.x` })
    expect(claimedState(inside({ state: 'inside' }))).toBe('inside')
    expect(claimedState(inside({ state: 42 }))).toBeUndefined()
    expect(claimedState(new URLSearchParams('state=a&response=broken'))).toBeUndefined()
    expect(claimedState(new URLSearchParams('state=a&response=x&response=y'))).toBe('a')
  })
})

describe('an authorization response', () => {
  it('brings a code for its state, from its issuer', async () => {
    const params = 'code=1&state=a+state&iss=https%3A%2F%2Fop.test'
    expect(await accepted(params)).toEqual({ code: '1', state: 'a state', iss: 'https://op.test' })
    await expect(accepted('code=1&state=other')).rejects.toThrow('Authorization response')
    await expect(accepted('code=1&state=a+state&iss=other')).rejects.toThrow()
    await expect(accepted('code=1')).rejects.toThrow()
  })

  it('may come without a state where that is not checked', async () => {
    expect(await accepted('code=1', {}, { state: null })).toEqual({ code: '1' })
    expect(await accepted('code=1&state=x', {}, { state: null })).toMatchObject({ code: '1' })
  })

  it('of a server without a name is not compared with one', async () => {
    const withoutIssuer = { issuer: 'https://issuer.invalid' }
    const params = 'code=1&state=a+state&iss=https%3A%2F%2Fanyone.test'
    expect(await accepted(params, {}, withoutIssuer)).toEqual({ code: '1', state: 'a state' })
  })

  it.each(['code=1&state=a+state&access_token=x', 'code=1&state=a+state&error='])(
    'is refused when it is one to another request: %s',
    async (params) => {
      await expect(accepted(params)).rejects.toThrow('does not answer a request for a code')
    },
  )

  it('says how to register the callback where the server does not know it', async () => {
    const refusal = 'error=invalid_request&error_description=redirect_uri&state=a+state'
    await expect(accepted(refusal)).rejects.toThrow(
      `Register ${redirectUri} as a callback URL at the service`,
    )
  })

  it('has its parameters renamed by the provider', async () => {
    const receive = (given: Readonly<Record<string, unknown>>) => ({
      code: given['auth_code'] as string,
      auth_code: undefined,
      state: 'a state',
    })
    const params = 'auth_code=1&state=a+state&other=2'
    expect(await accepted(params, { authorization: { ...authorization, receive } })).toEqual({
      code: '1',
      state: 'a state',
      other: '2',
    })
    const nothing = { authorization: { ...authorization, receive: () => undefined } }
    expect(await accepted('code=1&state=a+state', nothing)).toMatchObject({ code: '1' })
  })

  it('is not made single by a renaming that changes nothing', async () => {
    const receive = (): Record<string, string> => ({ state: 'a state' })
    const twice = 'code=1&state=a+state&state=a+state'
    await expect(
      accepted(twice, { authorization: { ...authorization, receive } }),
    ).rejects.toThrow()
  })

  it('tells the provider which client it is', async () => {
    const seen: unknown[] = []
    const receive = (...given: readonly unknown[]): undefined => void seen.push(given)
    await accepted('code=1&state=a+state', { authorization: { ...authorization, receive } })
    const client = { clientId: 'client-1', clientSecret: 'a secret' }
    expect(seen).toEqual([[{ code: '1', state: 'a state' }, client]])
  })
})

describe('a signed authorization response', () => {
  const signedResponses = { signedResponses: true }

  it('is the claims of a JWT', async () => {
    const expected = { code: '1', state: 'a state', iss: server.issuer }
    expect(await accepted(await signed(), signedResponses)).toEqual(expected)
    const asked = { authorization: { ...authorization, params: { response_mode: 'query.jwt' } } }
    expect(await accepted(await signed(), asked)).toEqual(expected)
  })

  it('is expected only where it was asked for', async () => {
    await expect(accepted(await signed())).rejects.toThrow()
    const posted = { authorization: { ...authorization, params: { response_mode: 'jwt.x' } } }
    await expect(accepted(await signed(), posted)).rejects.toThrow()
    await expect(accepted('code=1&state=a+state', signedResponses)).rejects.toThrow()
  })

  it.each<[string, Claims]>([
    ['without an end', { exp: undefined }],
    ['after its end', { exp: 1 }],
    ['for another client', { aud: 'client-2' }],
    ['of another issuer', { iss: 'https://other.test' }],
    ['with another state', { state: 'other' }],
  ])('is refused %s', async (_what, changes) => {
    await expect(accepted(await signed(changes), signedResponses)).rejects.toThrow(
      'Authorization response',
    )
  })

  it('is refused when it was signed in another way than registered or announced', async () => {
    const client = { authorization_signed_response_alg: 'RS256' }
    await expect(accepted(await signed(), { ...signedResponses, client })).rejects.toThrow()
  })
})
