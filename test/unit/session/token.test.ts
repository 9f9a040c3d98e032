import { afterEach, describe, expect, it, vi } from 'vitest'
import { seal } from '../../../src/crypto/seal.js'
import {
  isWithinLifetime,
  openClaims,
  type OpenedClaims,
  sealClaims,
} from '../../../src/session/token.js'
import { halfNames, loadOn } from '../crypto/platform-halves.js'
import * as vectors from '../crypto/vectors.js'

const secret = 'the secret of the tests'
const salt = 'authjs.session-token'
const now = 1_800_000_000

afterEach(() => {
  vi.useRealTimers()
})

describe.each(halfNames)('encode and decode on the %s half', async (half) => {
  const { decode, encode } = await loadOn(half, () => import('../../../src/session/token.js'))

  it('decodes a token of Auth.js to exactly its claims', async () => {
    const token = { token: vectors.token, secret: vectors.secret, salt: vectors.label }
    expect(await decode(token)).toEqual(vectors.claims)
  })

  it('decodes what it encoded, for thirty days', async () => {
    vi.setSystemTime(now * 1000 + 999)
    const token = await encode({ token: { sub: '42', a: { b: [null] } }, secret, salt })
    expect(await decode({ token, secret, salt })).toEqual({
      sub: '42',
      a: { b: [null] },
      iat: now,
      exp: now + 30 * 24 * 60 * 60,
      jti: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
    })
  })

  it.each(['2038-01-19T03:14:08Z', '2040-06-01T00:00:00Z', '2107-01-01T00:00:00Z'])(
    'works at %s',
    async (moment) => {
      vi.setSystemTime(moment)
      const iat = Date.parse(moment) / 1000
      const token = await encode({ token: { sub: '42' }, secret, salt, maxAge: 60 })
      expect(await decode({ token, secret, salt })).toMatchObject({ iat, exp: iat + 60 })
      vi.setSystemTime(Date.parse(moment) + 75_000)
      expect(await decode({ token, secret, salt })).toBeNull()
    },
  )

  it('sets the age and the id anew, whatever the token says, and keeps the rest', async () => {
    vi.setSystemTime(now * 1000)
    const given = { iat: 1, exp: 2, jti: 'three', nbf: now - 1, iss: 'x' }
    const token = await encode({ token: given, secret, salt, maxAge: 10 })
    const claims = await decode({ token, secret, salt })
    expect(claims).toMatchObject({ iat: now, exp: now + 10, nbf: now - 1, iss: 'x' })
    expect(claims?.jti).not.toBe('three')
  })

  it('never makes the same token, nor the same id, twice', async () => {
    const tokens = [await encode({ secret, salt }), await encode({ secret, salt })]
    const ids = await Promise.all(
      tokens.map(async (token) => (await decode({ token, secret, salt }))?.jti),
    )
    expect(tokens[0]).not.toBe(tokens[1])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('encodes with the first secret and decodes with any', async () => {
    const token = await encode({ token: { sub: '42' }, secret: ['new', 'old'], salt })
    for (const secrets of ['new', ['new'], ['newer', 'new', 'old']]) {
      expect(await decode({ token, secret: secrets, salt })).toMatchObject({ sub: '42' })
    }
    expect(await decode({ token, secret: ['old'], salt })).toBeNull()
    expect(await decode({ token, secret: [], salt })).toBeNull()
  })

  it('decodes for the same salt alone', async () => {
    const token = await encode({ secret, salt })
    expect(await decode({ token, secret, salt: `__Secure-${salt}` })).toBeNull()
  })

  it('will not encode without a secret', async () => {
    for (const none of [[], '', ['']]) {
      await expect(encode({ secret: none, salt })).rejects.toThrow('needs a `secret`')
    }
  })

  it.each([undefined, '', 'a', '....', 'a.b.c', '%', '\ud800'])(
    'decodes %j to null',
    async (token) => {
      expect(await decode({ token, secret, salt })).toBeNull()
    },
  )

  it('forgives clocks that differ by less than fifteen seconds', async () => {
    vi.setSystemTime(now * 1000)
    const token = await encode({ secret, salt, maxAge: 60 })
    const decodeAt = async (moment: number): Promise<unknown> => {
      vi.setSystemTime(moment * 1000)
      return decode({ token, secret, salt })
    }
    expect(await decodeAt(now + 74)).not.toBeNull()
    expect(await decodeAt(now + 75)).toBeNull()
    expect(await decodeAt(now + 1_000_000)).toBeNull()
  })

  it('gives fresh claims every time', async () => {
    const token = await encode({ token: { sub: '42' }, secret, salt })
    const claims = await decode({ token, secret, salt })
    if (claims) claims.sub = 'changed'
    expect(await decode({ token, secret, salt })).toMatchObject({ sub: '42' })
  })
})

describe('openClaims', () => {
  const openText = async (plaintext: string): Promise<OpenedClaims | undefined> =>
    openClaims(await seal(plaintext, [secret], salt), [secret], salt, now)

  // prettier-ignore
  it.each([
    '"9999999999"', 'null', '[9999999999]', '{}', 'true', '""', '-1', '0', String(now - 15), `-${now + 60}`, '1e-308',
    '1e308', '1e999', '8640000000001',
  ])('refuses claims with exp %s', async (exp) => {
    expect(await openText(`{"sub":"42","exp":${exp}}`)).toBeUndefined()
  })

  it('refuses claims without exp', async () => {
    expect(await openText('{"sub":"42"}')).toBeUndefined()
  })

  it.each(['"0"', 'null', '[]', '{}', 'false', String(now + 16)])(
    'refuses claims with nbf %s',
    async (nbf) => {
      expect(await openText(`{"exp":${now + 60},"nbf":${nbf}}`)).toBeUndefined()
    },
  )

  it.each(['"0"', 'null', '[]', '{}', 'false', '1e999'])(
    'refuses claims with iat %s',
    async (iat) => {
      expect(await openText(`{"exp":${now + 60},"iat":${iat}}`)).toBeUndefined()
    },
  )

  it.each(['', 'text', '[]', 'null', '1', '"a"', '{', `[{"exp":${now + 60}}]`])(
    'refuses %j for claims',
    async (plaintext) => {
      expect(await openText(plaintext)).toBeUndefined()
    },
  )

  it('opens claims that are valid at this moment', async () => {
    const text = `{"exp":${now - 14},"nbf":${now + 15},"iat":${now}}`
    expect(await openText(text)).toEqual({ claims: JSON.parse(text), current: true })
  })

  it('pollutes no prototype', async () => {
    const opened = await openText(`{"exp":${now + 60},"__proto__":{"polluted":1}}`)
    expect(opened).toBeDefined()
    expect('polluted' in {}).toBe(false)
    expect(Object.getPrototypeOf(opened?.claims)).toBe(Object.prototype)
  })

  it('says when a token is to be sealed anew', async () => {
    const token = await sealClaims({}, ['old'], salt, now + 60, now)
    expect((await openClaims(token, ['new', 'old'], salt, now))?.current).toBe(false)
    expect((await openClaims(token, ['old'], salt, now))?.current).toBe(true)
  })
})

describe('sealClaims', () => {
  it('refuses what is no JSON, with the reason', async () => {
    const sealed = sealClaims({ sub: '42', big: 1n }, [secret], salt, now + 60)
    await expect(sealed).rejects.toMatchObject({
      type: 'JWTSessionError',
      cause: expect.any(TypeError) as TypeError,
    })
  })
})

describe('isWithinLifetime', () => {
  // prettier-ignore
  it.each([
    [{},                                        true],
    [{ exp: now + 1, nbf: now - 1, iat: now },  true],
    [{ exp: now - 14 },                         true],
    [{ exp: now - 15 },                         false],
    [{ nbf: now + 15 },                         true],
    [{ nbf: now + 16 },                         false],
    [{ exp: Number.NaN },                       false],
    [{ exp: Number.POSITIVE_INFINITY },         false],
    [{ exp: 8_640_000_000_000 },                true],
    [{ exp: 8_640_000_000_001 },                false],
    [{ nbf: Number.NaN },                       false],
    [{ iat: Number.NaN },                       false],
    [{ exp: String(now + 60) },                 false],
    [{ nbf: '0' },                              false],
  ])('says of %j: %s', (claims, valid) => {
    expect(isWithinLifetime(claims as Parameters<typeof isWithinLifetime>[0], now)).toBe(valid)
  })
})
