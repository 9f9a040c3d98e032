import { describe, expect, it } from 'vitest'
import type { ContentKey } from '../../src/crypto/content-key.js'
import { contentKeys } from '../../src/crypto/keys.js'
import { recallOpened, rememberOpened } from '../../src/crypto/opened-tokens.js'
import { open, seal } from '../../src/crypto/seal.js'
import { flipEveryByte } from './forge-token.js'

const label = 'authjs.session-token'
const [newest, older] = ['newest secret', 'older secret'] as const

/** A token that has been opened before. */
async function openedBefore(text = 'text'): Promise<string> {
  const token = await seal(text, [older], label)
  expect(await open(token, [older], label)).toEqual({ plaintext: text, current: true })
  return token
}

describe('a token that was opened before', () => {
  it('opens again', async () => {
    const token = await openedBefore()
    expect(await open(token, [older], label)).toEqual({ plaintext: 'text', current: true })
  })

  it('does not open once its secret is gone', async () => {
    const token = await openedBefore()
    expect(await open(token, [newest], label)).toBeUndefined()
    expect(await open(token, [], label)).toBeUndefined()
  })

  it('is of yesterday once another secret comes first', async () => {
    const token = await openedBefore()
    const opened = await open(token, [newest, older], label)
    expect(opened).toEqual({ plaintext: 'text', current: false })
  })

  it('does not open for another purpose', async () => {
    const token = await openedBefore()
    expect(await open(token, [older], 'authjs.csrf-token')).toBeUndefined()
  })

  it('does not make tokens open that are almost the same', async () => {
    const token = await openedBefore()
    for (const one of flipEveryByte(token)) expect(await open(one, [older], label)).toBeUndefined()
    expect(await open(`${token}.`, [older], label)).toBeUndefined()
    expect(await open(token.slice(0, -1), [older], label)).toBeUndefined()
  })

  it('opens after hundreds of others, and when it is large', async () => {
    const token = await openedBefore()
    for (let at = 0; at < 600; at++) await openedBefore(`text ${at}`)
    expect(await open(token, [older], label)).toEqual({ plaintext: 'text', current: true })
    const large = await openedBefore('a'.repeat(9000))
    expect((await open(large, [older], label))?.plaintext).toHaveLength(9000)
  })
})

describe('what is remembered of opened tokens', () => {
  const [key, other] = ['a', 'b'].map((kid) => ({ kid }) as ContentKey)
  if (!key || !other) throw new Error('There are two keys.')
  const opened = { key, plaintext: 'text' }

  it('is what they held, for as long as their key is in use', () => {
    rememberOpened('a token', opened)
    expect(recallOpened('a token', [other, key])).toBe(opened)
    expect(recallOpened('a token', [other])).toBeUndefined()
    expect(recallOpened('another token', [key])).toBeUndefined()
  })

  it('is remembered once a token was opened', async () => {
    const token = await openedBefore()
    const keys = await contentKeys([older], label, 'A256CBC-HS512')
    expect(recallOpened(token, keys)).toEqual({ key: keys[0], plaintext: 'text' })
  })

  it('is nothing of long ones', () => {
    const [fits, isTooLong] = ['x'.repeat(4096), 'x'.repeat(4097)]
    for (const token of [fits, isTooLong]) rememberOpened(token, opened)
    expect(recallOpened(fits, [key])).toBe(opened)
    expect(recallOpened(isTooLong, [key])).toBeUndefined()
  })

  it('is that of the last 256, and of as many before them at the most', () => {
    const tokens = Array.from({ length: 1024 }, (_, at) => `token ${at}`)
    for (const [at, token] of tokens.entries()) {
      rememberOpened(token, opened)
      const last = tokens.slice(Math.max(0, at - 255), at + 1)
      expect(last.every((one) => recallOpened(one, [key]) === opened)).toBe(true)
    }
    expect(tokens.filter((one) => recallOpened(one, [key])).length).toBeLessThanOrEqual(512)
  })
})
