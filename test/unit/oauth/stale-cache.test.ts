import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTime } from '../../../src/http/time.js'
import { createStaleCache } from '../../../src/oauth/stale-cache.js'
import { fakeTime } from '../../support/fake-time.js'

const day = 24 * 60 * 60 * 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }))
afterEach(() => void vi.useRealTimers())

function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** A source that counts its loads. It fails while `isAway` is true. */
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

describe('a cached value', () => {
  it('is loaded once in its lifetime', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, systemTime)
    expect(await values.get('a', load)).toBe(1)
    wait(999)
    expect(await values.get('a', load)).toBe(1)
    wait(1)
    expect(await values.get('a', load)).toBe(2)
  })

  it('is loaded once for parallel calls', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, systemTime)
    expect(await Promise.all([values.get('a', load), values.get('a', load)])).toEqual([1, 1])
    expect(await values.get('b', load)).toBe(2)
  })

  it('is loaded again by the next call after a failed load', async () => {
    const source = makeSource()
    source.isAway = true
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, systemTime)
    await expect(values.get('a', source.load)).rejects.toThrow('away 1')
    source.isAway = false
    expect(await values.get('a', source.load)).toBe(2)
  })

  it('stays in use during an outage, with a new load every 30 seconds', async () => {
    const source = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, systemTime)
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

  it('stays in use during an outage for at most one day', async () => {
    const source = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, systemTime)
    await values.get('a', source.load)
    source.isAway = true
    wait(day)
    expect(await values.get('a', source.load)).toBe(1)
    wait(30_000)
    await expect(values.get('a', source.load)).rejects.toThrow('away')
  })

  it('is evicted when the cache is full and it was loaded longest ago', async () => {
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 1000, most: 2 }, systemTime)
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

describe('a load whose request was cut off', () => {
  const never = (): Promise<number> => new Promise(() => {})
  const longest = 15_000
  const makeCache = () => {
    const time = fakeTime()
    const values = createStaleCache<number>({ lifetime: 1000, most: 9 }, time)
    return { time, values, ...makeSource() }
  }

  it('is not joined by new calls after 15 seconds', async () => {
    const { time, load, values } = makeCache()
    void values.get('a', never)
    await time.pass(longest)
    expect(await values.get('a', load)).toBe(1)
  })

  it('is repeated after 15 seconds, even if there is an old value', async () => {
    const { time, load, values } = makeCache()
    await values.get('a', load)
    await time.pass(1000)
    void values.get('a', never)
    await time.pass(longest)
    expect(await values.get('a', load)).toBe(2)
  })

  it('is repeated once for all calls that joined it', async () => {
    const { time, load, values } = makeCache()
    void values.get('a', never)
    await time.pass(longest - 1)
    const joined = Promise.all([values.get('a', load), values.get('a', load)])
    await time.pass(1)
    expect(await joined).toEqual([1, 1])
    expect(time.timers).toBe(0)
  })

  it('gives the old value to the calls that joined it, and the next call loads a new one', async () => {
    const { time, load, values } = makeCache()
    await values.get('a', load)
    await time.pass(1000)
    void values.get('a', never)
    const joined = values.get('a', load)
    await time.pass(longest)
    expect(await joined).toBe(1)
    expect(await values.get('a', load)).toBe(2)
  })

  it('does not leave a value that is older than a day', async () => {
    const { time, load, values } = makeCache()
    await values.get('a', load)
    await time.pass(day)
    void values.get('a', never)
    const joined = values.get('a', load)
    await time.pass(longest)
    expect(await joined).toBe(2)
  })

  it('ends late without ending the load that took its place', async () => {
    const { time, load, values } = makeCache()
    const end: ((value: number) => void)[] = []
    const wait = (): Promise<number> => new Promise((resolve) => void end.push(resolve))
    void values.get('a', wait)
    await time.pass(longest)
    const second = values.get('a', wait)
    end[0]?.(41)
    await time.pass(0)
    const third = values.renew('a', 41, load)
    await time.pass(0)
    end[1]?.(42)
    expect(await Promise.all([second, third])).toEqual([42, 42])
  })

  it('does not count as a renewal in progress', async () => {
    const time = fakeTime()
    const { load } = makeSource()
    const values = createStaleCache<number>({ lifetime: 60_000, most: 9 }, time)
    const seen = await values.get('a', load)
    void values.renew('a', seen, never)
    await time.pass(longest)
    expect(await values.renew('a', seen, load)).toBeUndefined()
    await time.pass(longest)
    expect(await values.renew('a', seen, load)).toBe(2)
  })
})

it.each([
  ['brings an old value', (resolve: (value: string) => void) => resolve('old')],
  ['fails', (_: unknown, reject: (reason: Error) => void) => reject(new Error('Too late.'))],
])('a load that was cut off and %s late does not change the newer value', async (_how, end) => {
  const time = fakeTime()
  const cache = createStaleCache<string>({ lifetime: 60_000, most: 10 }, time)
  let finish = (): void => undefined
  const late = cache.get(
    'key',
    () =>
      new Promise((resolve, reject) => {
        finish = () => end(resolve, reject)
      }),
  )
  await time.pass(15_000)
  expect(await cache.get('key', async () => 'new')).toBe('new')
  finish()
  expect(await late).toBe('new')
  expect(await cache.get('key', async () => 'newest')).toBe('new')
  expect(cache.failureOf('key')).toBeUndefined()
})
