import { describe, expect, it } from 'vitest'
import { deriveKey, headerOf } from './forge-token.js'
import { halfNames, loadOn } from './platform-halves.js'
import { derivations, secret } from './vectors.js'

describe.each(halfNames)('keys on the %s half', async (half) => {
  const { contentKeys, macKey } = await loadOn(half, () => import('../../../src/crypto/keys.js'))
  const { seal } = await loadOn(half, () => import('../../../src/crypto/seal.js'))

  it.each(derivations)('names the key for $label as Auth.js does', async ({ label, kid }) => {
    const token = await seal('text', [secret], label)
    expect(headerOf(token)).toEqual({ alg: 'dir', enc: 'A256CBC-HS512', kid })
    expect(Object.keys(headerOf(token) as object)).toEqual(['alg', 'enc', 'kid'])
  })

  it('gives one key a secret, in the order of the secrets', async () => {
    const [ab, ba] = [
      await contentKeys(['a', 'b'], 'label', 'A256CBC-HS512'),
      await contentKeys(['b', 'a'], 'label', 'A256CBC-HS512'),
    ]
    expect(ab.map((key) => key.kid)).toEqual(ba.map((key) => key.kid).toReversed())
    expect(new Set(ab.map((key) => key.kid)).size).toBe(2)
  })

  it('shares no key between labels, nor between encryptions', async () => {
    const rings = [
      await contentKeys(['a'], 'one', 'A256CBC-HS512'),
      await contentKeys(['a'], 'two', 'A256CBC-HS512'),
      await contentKeys(['a'], 'one', 'A256GCM'),
    ]
    expect(new Set(rings.map(([key]) => key?.kid)).size).toBe(3)
  })

  it('has none for an empty secret, which everybody knows', async () => {
    expect(await contentKeys([''], 'label', 'A256CBC-HS512')).toEqual([])
    expect(await contentKeys(['', 'a'], 'label', 'A256CBC-HS512')).toEqual(
      await contentKeys(['a'], 'label', 'A256CBC-HS512'),
    )
  })

  it('takes no part of a label for a part of a secret', async () => {
    const [one] = await contentKeys(['b c'], 'a', 'A256CBC-HS512')
    const [other] = await contentKeys(['c'], 'a b', 'A256CBC-HS512')
    expect(one?.kid).not.toBe(other?.kid)
  })

  it.each([Object.freeze, <T>(list: T): T => list])(
    'gives the same ring for the same list, frozen or not',
    async (freeze) => {
      const secrets = freeze(['a', 'b'] as const)
      const first = await contentKeys(secrets, 'label', 'A256CBC-HS512')
      expect(await contentKeys(secrets, 'label', 'A256CBC-HS512')).toEqual(first)
      expect(await contentKeys(secrets, 'other', 'A256CBC-HS512')).not.toEqual(first)
      expect(await contentKeys(secrets, 'label', 'A256GCM')).not.toEqual(first)
    },
  )

  it('gives the ring of a frozen list at once when it was asked for before', async () => {
    const secrets = Object.freeze(['a', 'b'] as const)
    const [ring, other] = [
      await contentKeys(secrets, 'label', 'A256CBC-HS512'),
      await contentKeys(secrets, 'other', 'A256CBC-HS512'),
    ]
    expect(contentKeys(secrets, 'label', 'A256CBC-HS512')).toBe(ring)
    expect(contentKeys(secrets, 'other', 'A256CBC-HS512')).toBe(other)
  })

  it('derives a key once, and forgets the oldest of very many', async () => {
    const ask = async (label: string): Promise<unknown> =>
      (await contentKeys([secret], label, 'A256CBC-HS512'))[0]
    const first = await ask('first')
    const second = await ask('second')
    expect(await ask('first')).toBe(first)
    expect(await ask('second')).toBe(second)
    for (let at = 0; at < 255; at++) await ask(`label ${at}`)
    const again = await ask('first')
    expect(again).not.toBe(first)
    expect(again).toMatchObject({ kid: (first as { kid: string }).kid })
    expect(await ask('label 254')).toBe(await ask('label 254'))
  })

  it('makes 256-bit MAC keys of their own, one a label and secret', async () => {
    const keys = [
      await macKey(secret, 'csrf'),
      await macKey(secret, 'other'),
      await macKey('other-secret', 'csrf'),
      deriveKey(secret, 'csrf', 'A256GCM'),
    ]
    expect(keys.map((key) => key.length)).toEqual([32, 32, 32, 32])
    expect(new Set(keys.map(String)).size).toBe(4)
  })

  it('derives the key of a keyed hash once', async () => {
    expect(await macKey(secret, 'csrf')).toBe(await macKey(secret, 'csrf'))
  })
})
