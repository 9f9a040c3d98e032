import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStaleCache } from '../../src/oauth/stale-cache.js'

const day = 24 * 60 * 60 * 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }))
afterEach(() => void vi.useRealTimers())

function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** A source that counts how often it was asked, and may be away. */
function makeSource(): { load: () => Promise<number>; isAway: boolean } {
  let asked = 0
  const source = {
    isAway: false,
    load: async () => {
      asked += 1
      await Promise.resolve()
      if (source.isAway) throw new Error(`away ${asked}`)
      return asked
    },
  }
  return source
}

describe('a value that is loaded again when it is old', () => {
  it('is asked for once in its lifetime', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 })
    expect(await values.get('a', load)).toBe(1)
    wait(999)
    expect(await values.get('a', load)).toBe(1)
    wait(1)
    expect(await values.get('a', load)).toBe(2)
  })

  it('is asked for once at a time', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 })
    expect(await Promise.all([values.get('a', load), values.get('a', load)])).toEqual([1, 1])
    expect(await values.get('b', load)).toBe(2)
  })

  it('fails with its source, and is asked for again at once', async () => {
    const source = makeSource()
    source.isAway = true
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 })
    await expect(values.get('a', source.load)).rejects.toThrow('away 1')
    source.isAway = false
    expect(await values.get('a', source.load)).toBe(2)
  })

  it('outlives an outage, in which the source is asked every thirty seconds', async () => {
    const source = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 })
    await values.get('a', source.load)
    source.isAway = true
    wait(1000)
    expect(await values.get('a', source.load)).toBe(1)
    source.isAway = false
    wait(29_999)
    expect(await values.get('a', source.load)).toBe(1)
    wait(1)
    expect(await values.get('a', source.load)).toBe(3)
  })

  it('stands in for a day and no longer', async () => {
    const source = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 })
    await values.get('a', source.load)
    source.isAway = true
    wait(day)
    expect(await values.get('a', source.load)).toBe(1)
    wait(30_000)
    await expect(values.get('a', source.load)).rejects.toThrow('away')
  })

  it('goes when there are too many: the one that was loaded longest ago', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 2 })
    expect([await values.get('a', load), await values.get('b', load)]).toEqual([1, 2])
    wait(1000)
    expect(await values.get('a', load)).toBe(3)
    wait(1)
    expect(await values.get('c', load)).toBe(4)
    expect(await values.get('a', load)).toBe(3)
    expect(await values.get('b', load)).toBe(5)
    expect(await values.get('c', load)).toBe(4)
  })
})
