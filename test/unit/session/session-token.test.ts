import { describe, expect, it } from 'vitest'
import { InvalidSessionOptions } from '../../../src/errors/config-errors.js'
import {
  createdAtOf,
  createSessionToken,
  hashSessionToken,
  hashTokenId,
  isCookieToken,
  mayBeStoredUnhashed,
  publicKeyOf,
} from '../../../src/session/session-token.js'
import { openTestContext } from '../../support/open-test-context.js'

const hashOfAbc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** An application that draws its tokens itself. */
function drawing(generateSessionToken: () => string): ReturnType<typeof openTestContext>['ctx'] {
  return openTestContext({ config: { session: { generateSessionToken } } }).ctx
}

describe('a session token of ours', () => {
  it('is 32 random bytes, then the second of its birth', () => {
    const { ctx } = openTestContext()
    const early = { ...ctx, now: 0x1234 }
    expect(createSessionToken(early)).toMatch(/^[0-9a-f]{64}00001234$/)
    expect(createSessionToken(early)).not.toBe(createSessionToken(early))
  })

  it('tells when it was born', () => {
    const { ctx } = openTestContext()
    expect(createdAtOf(ctx, createSessionToken({ ...ctx, now: 0x65432100 }))).toBe(0x65432100)
  })

  it('is what has exactly its form', () => {
    const { ctx } = openTestContext()
    const token = createSessionToken(ctx)
    for (const other of [`${token}0`, `0${token}`, token.slice(1), token.toUpperCase()]) {
      if (other === token) continue
      expect(createdAtOf(ctx, other), other).toBeUndefined()
      expect(mayBeStoredUnhashed(other), other).toBe(true)
    }
    expect(mayBeStoredUnhashed(token)).toBe(false)
  })

  it('tells nothing where the application draws tokens itself', () => {
    const token = createSessionToken(openTestContext().ctx)
    expect(
      createdAtOf(
        drawing(() => 'mine'),
        token,
      ),
    ).toBeUndefined()
  })
})

describe('a session token of the application', () => {
  it('is taken as it is', () => {
    expect(createSessionToken(drawing(() => 'mine'))).toBe('mine')
  })

  it.each(['sha256:00', 'SHA256:00', 'jwt:1'])('is escaped when it is %j', (token) => {
    const drawn = createSessionToken(drawing(() => token))
    expect(drawn).toBe(`token:${token}`)
    expect(isCookieToken(drawn)).toBe(true)
  })

  it.each(['', 42 as never, undefined as never])('cannot be %j', (token) => {
    expect(() => createSessionToken(drawing(() => token))).toThrow(InvalidSessionOptions)
  })
})

describe('what a cookie may hold', () => {
  it.each([
    ['a', true],
    ['xsha256:', true],
    ['xjwt:', true],
    ['', false],
    ['sha256:', false],
    ['ShA256:a', false],
    ['jwt:a', false],
  ])('%j: %j', (token, expected) => {
    expect(isCookieToken(token)).toBe(expected)
  })

  it.each([
    ['a', true],
    ['!~', true],
    ['a'.repeat(255), true],
    ['a'.repeat(256), false],
    ['', false],
    ['a b', false],
    ['a\x7f', false],
    ['ä', false],
    [' a', false],
  ])('%j may lie in clear in a table: %j', (token, expected) => {
    expect(mayBeStoredUnhashed(token)).toBe(expected)
  })
})

describe('the key of a row', () => {
  it('is a hash with a mark', async () => {
    expect(await hashSessionToken('abc')).toBe(hashOfAbc)
  })

  it('is another one for a token that can be revoked', async () => {
    expect(await hashTokenId('abc')).toBe(await hashSessionToken('jwt:abc'))
  })

  it('is public where it is a hash, and hashed where it lies in clear', async () => {
    expect(await publicKeyOf(hashOfAbc)).toBe(hashOfAbc)
    expect(await publicKeyOf('abc')).toBe(hashOfAbc)
  })
})
