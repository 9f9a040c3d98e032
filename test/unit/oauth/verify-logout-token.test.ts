import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OAuthResponseInvalid } from '../../../src/errors/oauth-errors.js'
import { verifyLogoutToken, type LogoutNotice } from '../../../src/oauth/logout-token.js'
import { fakeKey, signClaims, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const now = 1_900_000_000
const event = 'http://schemas.openid.net/event/backchannel-logout'
const good = {
  iss: 'https://op.test',
  aud: 'client-1',
  iat: now - 10,
  exp: now + 60,
  jti: 'a name',
  events: { [event]: {} },
  sid: 'a session',
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }))
afterEach(() => void vi.useRealTimers())

async function verify(changes: Claims = {}, header: Claims = {}): Promise<LogoutNotice> {
  const key = await fakeKey('first', 'ES256')
  const fetch = async (): Promise<Response> => Response.json({ keys: [await toJwk(key)] })
  const server = {
    issuer: 'https://op.test',
    jwks_uri: 'https://op.test/jwks',
    id_token_signing_alg_values_supported: ['ES256'],
  }
  const jwt = await signClaims({ ...good, ...changes }, key, header)
  return verifyLogoutToken(partyOf({ fetch }), server, jwt)
}

describe('a logout token', () => {
  it('names a session, a person, or both', async () => {
    const notice = { jti: 'a name', issuedAt: now - 10, expires: now + 60 }
    const session = { sid: 'a session', sub: undefined }
    expect(await verify()).toEqual({ ...notice, ...session })
    expect(await verify({ sub: '42' })).toEqual({ ...notice, ...session, sub: '42' })
    const person = { sid: undefined, sub: '42' }
    expect(await verify(person)).toEqual({ ...notice, ...person })
  })

  it('counts for two minutes, and the minute of the clocks, when it does not say how long', async () => {
    expect(await verify({ exp: undefined })).toMatchObject({ expires: now + 110 })
    expect(await verify({ exp: undefined, iat: now - 179 })).toMatchObject({ expires: now - 59 })
    await expect(verify({ exp: undefined, iat: now - 180 })).rejects.toThrow('it is too old')
  })

  it.each([undefined, 'JWT', 'logout+jwt', 'application/logout+jwt', 'Application/JWT'])(
    'may have the type %j',
    async (typ) => {
      expect(await verify({}, { typ })).toMatchObject({ sid: 'a session' })
    },
  )

  it.each(['at+jwt', 'x-logout+jwt', 'logout+jwt-x', ''])('has not the type %j', async (typ) => {
    await expect(verify({}, { typ })).rejects.toThrow(
      'Logout token: its type is not a logout token.',
    )
  })

  it.each<[string, Claims]>([
    ['the token cannot be accepted', { iat: undefined }],
    ['the token cannot be accepted', { jti: undefined }],
    ['the token cannot be accepted', { events: undefined }],
    ['it is for another event.', { events: null }],
    ['it is for another event.', { events: event }],
    ['it is for another event.', { events: { 'urn:other': {} } }],
    ['it is for another event.', { events: { [event]: null } }],
    ['it is for another event.', { events: { [event]: 'text' } }],
    ['it is for another event.', { events: { [event]: [] } }],
    ['it has a nonce, as an ID token does.', { nonce: 'a nonce' }],
    ['it has a nonce, as an ID token does.', { nonce: null }],
    ['its `sid` is empty or not a string.', { sid: 42, sub: '42' }],
    ['its `sid` is empty or not a string.', { sid: '', sub: '42' }],
    ['its `jti` is empty or not a string.', { jti: 42 }],
    ['its `jti` is empty or not a string.', { jti: '' }],
  ])('is refused because %s %j', async (reason, changes) => {
    await expect(verify(changes)).rejects.toThrow(`Logout token: ${reason}`)
  })

  it('is refused when it names neither session nor person, or a person that is no text', async () => {
    await expect(verify({ sid: undefined })).rejects.toThrow(OAuthResponseInvalid)
    await expect(verify({ sub: 42 })).rejects.toThrow(OAuthResponseInvalid)
  })
})
