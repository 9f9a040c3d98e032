import { describe, expect, it } from 'vitest'
import type { ContentKey } from '../../../src/crypto/content-key.js'
import { contentKeys } from '../../../src/crypto/keys.js'
import { OpenedTokens } from '../../../src/crypto/opened-tokens.js'
import { open, seal } from '../../../src/crypto/seal.js'
import { memoryOf } from '../../../src/crypto/secret-memory.js'
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
    const tokens = new OpenedTokens()
    tokens.remember('a token', opened)
    expect(tokens.recall('a token', [other, key])).toBe(opened)
    expect(tokens.recall('a token', [other])).toBeUndefined()
    expect(tokens.recall('another token', [key])).toBeUndefined()
  })

  it('is not found by another token with the same authentication tag', () => {
    const tokens = new OpenedTokens()
    const tag = 't'.repeat(43)
    tokens.remember(`one.${tag}`, opened)
    expect(tokens.recall(`one.${tag}`, [key])).toBe(opened)
    expect(tokens.recall(`two.${tag}`, [key])).toBeUndefined()
    expect(tokens.recall(tag, [key])).toBeUndefined()
  })

  it('is remembered once a token was opened', async () => {
    const token = await openedBefore()
    const keys = await contentKeys([older], label, 'A256CBC-HS512')
    const remembered = memoryOf([older]).opened.recall(token, keys)
    expect(remembered).toEqual({ key: keys[0], plaintext: 'text' })
  })

  it('belongs to the list of secrets that opened them', async () => {
    const [mine, theirs] = [Object.freeze([older] as const), Object.freeze([older] as const)]
    const token = await seal('text', mine, label)
    expect((await open(token, mine, label))?.plaintext).toBe('text')
    const keys = await contentKeys(mine, label, 'A256CBC-HS512')
    expect(memoryOf(mine).opened.recall(token, keys)).toBeDefined()
    expect(memoryOf(theirs).opened.recall(token, keys)).toBeUndefined()
  })

  it('is nothing of long ones', () => {
    const tokens = new OpenedTokens()
    const [fits, isTooLong] = ['x'.repeat(4096), 'x'.repeat(4097)]
    for (const token of [fits, isTooLong]) tokens.remember(token, opened)
    expect(tokens.recall(fits, [key])).toBe(opened)
    expect(tokens.recall(isTooLong, [key])).toBeUndefined()
  })

  it('is that of the last 256, and of as many before them at the most', () => {
    const memory = new OpenedTokens()
    const tokens = Array.from({ length: 1024 }, (_, at) => `token ${at}`)
    for (const [at, token] of tokens.entries()) {
      memory.remember(token, opened)
      const last = tokens.slice(Math.max(0, at - 255), at + 1)
      expect(last.every((one) => memory.recall(one, [key]) === opened)).toBe(true)
    }
    expect(tokens.filter((one) => memory.recall(one, [key])).length).toBeLessThanOrEqual(512)
  })
})

describe('secrets that come as text', () => {
  it('are remembered for the last hundred lists', async () => {
    const ask = async (secret: string) => contentKeys([secret], label, 'A256CBC-HS512')
    const first = await ask('first of many')
    expect(await ask('first of many')).toBe(first)
    for (let at = 0; at < 100; at++) await ask(`secret ${at}`)
    expect(await ask('first of many')).not.toBe(first)
  })
})
