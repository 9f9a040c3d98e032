import { describe, expect, it } from 'vitest'
import type { Turn } from '../../../src/config/store-memory.js'
import { createRuntime } from '../../../src/config/runtime.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { runExclusive } from '../../../src/store/run-exclusive.js'
import { fakeTime, runPending } from '../../support/fake-time.js'

const longest = 30_000

function makeTurns() {
  const time = fakeTime()
  const memory = { turns: new Map<string, Turn>(), time }
  const log: string[] = []
  /** Begins work that ends when it is told to. */
  const begin = (name: string, key = 'key') => {
    let end = (): void => undefined
    const gate = new Promise<void>((resolve) => void (end = resolve))
    const result = runExclusive(memory, key, async (hasWaited) => {
      log.push(hasWaited ? `${name} waited` : name)
      await gate
    })
    return { end, result }
  }
  return { time, memory, log, begin }
}

describe('work that never ends', () => {
  it('is waited for thirty seconds, and the next work runs as if it had ended', async () => {
    const { time, log, begin } = makeTurns()
    begin('a')
    await time.pass(10_000)
    const { end, result } = begin('b')
    await time.pass(longest - 10_001)
    expect(log).toEqual(['a'])
    await time.pass(1)
    expect(log).toEqual(['a', 'b waited'])
    end()
    await result
    expect(time.timers).toBe(0)
  })

  it('does not let those who waited for it run at once', async () => {
    const { time, log, begin } = makeTurns()
    begin('a')
    const second = begin('b')
    begin('c')
    await time.pass(longest)
    expect(log).toEqual(['a', 'b waited'])
    second.end()
    await runPending()
    expect(log).toEqual(['a', 'b waited', 'c waited'])
  })

  it('is waited for from when it began, not from when it was to begin', async () => {
    const { time, log, begin } = makeTurns()
    begin('a')
    begin('b')
    begin('c')
    // The timer of the second one is late.
    await time.pass(longest + 5000)
    await time.pass(longest - 1)
    expect(log).toEqual(['a', 'b waited'])
    await time.pass(1)
    expect(log).toEqual(['a', 'b waited', 'c waited'])
  })

  it('counts as other work for who comes later, without a wait', async () => {
    const { time, log, begin } = makeTurns()
    begin('a')
    await time.pass(longest)
    begin('b')
    await runPending()
    expect(log).toEqual(['a', 'b waited'])
  })

  it('is forgotten when work with another key begins', async () => {
    const { time, memory, begin } = makeTurns()
    begin('a')
    await time.pass(longest)
    begin('b', 'other')
    expect([...memory.turns.keys()]).toEqual(['other'])
  })

  it('ends late without ending the turn of the next work', async () => {
    const { time, log, begin } = makeTurns()
    const first = begin('a')
    begin('b')
    await time.pass(longest)
    first.end()
    await first.result
    begin('c')
    await runPending()
    expect(log).toEqual(['a', 'b waited'])
  })
})

it('a store waits in the time of its runtime', () => {
  const time = fakeTime()
  const memory = createRuntime(time).memoryOf(memoryAdapter())
  expect(memory.time.clock()).toBe(time.clock())
  void memory.time.sleep(1)
  expect(time.timers).toBe(1)
})
