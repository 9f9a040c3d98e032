import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, seal } from '../../../src/crypto/seal.js'
import { decode, encode, isWithinLifetime } from '../../../src/session/token.js'

const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

/** What a token stands for. */
function bytesOf(token: string): string {
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
  return parts.join('.')
}

describe('a sealed text', () => {
  it('opens for its own purpose and under its own secret, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, texts, texts, async (text, label, two, key, other) => {
        const token = await seal(text, [key], label)
        const opens = async (secret: string, purpose: string): Promise<boolean> =>
          (await open(token, [secret], purpose)) !== undefined
        expect(await opens(key, label)).toBe(true)
        expect(await opens(key, two)).toBe(label === two)
        expect(await opens(other, label)).toBe(key === other)
      }),
    )
  })

  it('says nothing once a character of it is changed, added or left out', async () => {
    const token = await seal('the text', ['a secret'], 'a purpose')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.='.split('')
    const changes = fc.tuple(fc.nat(token.length), fc.nat(2), fc.constantFrom(...alphabet))
    await fc.assert(
      fc.asyncProperty(changes, async ([at, removed, added]) => {
        const changed = token.slice(0, at) + added + token.slice(at + removed)
        // The last character of a part has bits that mean nothing, and so has padding.
        fc.pre(bytesOf(changed) !== bytesOf(token))
        expect(await open(changed, ['a secret'], 'a purpose')).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a session token', () => {
  const secret = 'a secret'
  const salt = 'a cookie'

  it('gives back every claim that JSON can carry', async () => {
    const claims = fc.dictionary(texts, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const { iat: _, exp: __, jti: ___, nbf: ____, ...token } = given
        const decoded = await decode({ token: await encode({ token, secret, salt }), secret, salt })
        const { iat, exp, jti, ...rest } = decoded ?? {}
        expect(rest).toEqual(JSON.parse(JSON.stringify(token)))
        expect([typeof iat, typeof exp, typeof jti]).toEqual(['number', 'number', 'string'])
      }),
    )
  })

  it('lives exactly as long as it says, give or take what clocks differ by', () => {
    const moments = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double(), fc.constant(null))
    fc.assert(
      fc.property(moments, moments, (exp, nbf) => {
        const now = 0
        const claims = { exp, nbf } as unknown as { exp: number; nbf: number }
        const isNumber = typeof exp === 'number' && typeof nbf === 'number'
        const isNow = isNumber && exp > -15 && nbf <= 15 && exp <= 8.64e12
        expect(isWithinLifetime(claims, now)).toBe(isNow)
      }),
      { numRuns: 1000 },
    )
  })
})
