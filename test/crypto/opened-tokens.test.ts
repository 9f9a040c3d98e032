import { describe, expect, it } from 'vitest'
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
