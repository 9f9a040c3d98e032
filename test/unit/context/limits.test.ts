import { describe, expect, it } from 'vitest'
import { countAttempt, countClient, countWithGrowingWaits } from '../../../src/context/limits.js'
import { mac } from '../../../src/crypto/mac.js'
import { TooManyRequests } from '../../../src/errors/request-errors.js'
import type { Attempt, AttemptCount, LimitsOptions } from '../../../src/model/limits.js'
import { openTestContext, testSecret, type LoggedLine } from '../../support/open-test-context.js'

const now = 1_900_000_000

interface Counted {
  /** What the store was asked. */
  readonly asked: readonly Attempt[]
  readonly logged: readonly LoggedLine[]
  readonly thrown: unknown
}

type Name = Parameters<typeof countAttempt>[1]

/** Counts one attempt with a store that gives this. */
async function count(
  given: (attempt: Attempt) => unknown,
  name: Name = 'identifier',
  rates: LimitsOptions = { identifier: { attempts: 3, seconds: 60 } },
): Promise<Counted> {
  const asked: Attempt[] = []
  const store = {
    countAttempt: (attempt: Attempt): AttemptCount => {
      asked.push(attempt)
      return given(attempt) as AttemptCount
    },
  }
  const { ctx, logged } = openTestContext({ config: { limits: { ...rates, store } } })
  const counting = countAttempt({ ...ctx, now }, name, crypto.randomUUID())
  const thrown: unknown = await counting.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { asked, logged, thrown }
}

const at = (seconds: number): Date => new Date((now + seconds) * 1000)

describe('countAttempt', () => {
  it('asks the store with a keyed hash, this moment and the end of the count', async () => {
    const { asked } = await count(() => ({ count: 1, expires: at(60) }))
    expect(asked).toMatchObject([{ now: at(0), expires: at(60) }])
    expect(asked[0]?.key).toMatch(/^[\w-]{43}$/)
  })

  it('hashes what is counted together with where', async () => {
    const keys: string[] = []
    const store = {
      countAttempt: ({ key, expires }: Attempt): AttemptCount => {
        keys.push(key)
        return { count: 1, expires }
      },
    }
    const { ctx } = openTestContext({ config: { limits: { store }, basePath: '/here' } })
    await countAttempt(ctx, 'mail', 'ada')
    expect(keys).toEqual([await mac('["mail","/here","ada"]', testSecret, 'limits')])
  })

  it('lets as many through as the rate says, and not one more', async () => {
    expect((await count(() => ({ count: 3, expires: at(9) }))).thrown).toBeUndefined()
    expect((await count(() => ({ count: 4, expires: at(9) }))).thrown).toBeInstanceOf(
      TooManyRequests,
    )
  })

  it.each([
    [at(9), 9],
    [at(8.1), 9],
    [at(0), 1],
    [at(-5), 1],
    [at(9).toISOString(), 9],
  ])('says when another is possible: at %j, in %j s', async (expires, retryAfter) => {
    const { thrown } = await count(() => ({ count: 4, expires }))
    expect(thrown).toMatchObject({ retryAfter })
  })

  it.each([
    undefined,
    {},
    { count: 1 },
    { count: 4, expires: 'no date' },
    { count: '9', expires: at(9) },
    { count: Number.NaN, expires: at(9) },
    { expires: at(9) },
  ])('counts by itself when the store gives %j', async (given) => {
    const { thrown, logged } = await count(() => given)
    expect(thrown).toBeUndefined()
    expect(logged).toMatchObject([{ level: 'error' }])
  })

  it('counts by itself when the store is away, so that the limit still holds', async () => {
    const store = {
      countAttempt: (): never => {
        throw new Error('away')
      },
    }
    const rates = { identifier: { attempts: 1, seconds: 60 }, store }
    const { ctx, logged } = openTestContext({ config: { limits: rates } })
    const whose = crypto.randomUUID()
    await countAttempt(ctx, 'identifier', whose)
    await expect(countAttempt(ctx, 'identifier', whose)).rejects.toThrow(TooManyRequests)
    expect(logged).toMatchObject([{ level: 'error' }, { level: 'error' }])
  })

  it('counts nothing where there is no limit', async () => {
    const { ctx } = openTestContext({ config: { limits: false } })
    for (let tries = 0; tries < 100; tries++) await countAttempt(ctx, 'identifier', 'ada')
    expect(ctx.config.limits.identifier).toBeUndefined()
  })

  it.each([
    [3, []],
    [4, ['too-many']],
    [5, []],
  ])('warns once a count: at attempt %i with %j', async (number, codes) => {
    const store = { countAttempt: (): AttemptCount => ({ count: number, expires: at(9) }) }
    const limits = { identifier: { attempts: 3, seconds: 60 }, store }
    const { ctx, logged } = openTestContext({ config: { limits } })
    const counting = countAttempt(ctx, 'identifier', 'ada', { warning: ['too-many', 'Wait.'] })
    await counting.catch(() => undefined)
    expect(logged.map(({ code }) => code)).toEqual(codes)
  })

  it('counts until another moment, and allows a multiple, where it is told so', async () => {
    const asked: Attempt[] = []
    const store = {
      countAttempt: (attempt: Attempt): AttemptCount => {
        asked.push(attempt)
        return { count: 30, expires: at(9) }
      },
    }
    const limits = { identifier: { attempts: 3, seconds: 60 }, store }
    const { ctx } = openTestContext({ config: { limits } })
    const until = ctx.now + 7200
    await countAttempt(ctx, 'identifier', 'ada', { until, factor: 10 })
    expect(asked[0]?.expires).toEqual(new Date(until * 1000))
    await expect(countAttempt(ctx, 'identifier', 'ada', { factor: 9 })).rejects.toThrow(
      TooManyRequests,
    )
  })
})

describe('countClient', () => {
  it('counts whom we can tell from others', async () => {
    let asked = 0
    const store = {
      countAttempt: ({ expires }: Attempt): AttemptCount => ({ count: (asked += 1), expires }),
    }
    const { ctx } = openTestContext({ config: { limits: { store } } })
    await countClient(ctx)
    expect(asked).toBe(0)
    await countClient({ ...ctx, client: () => '192.0.2.1' })
    expect(asked).toBe(1)
  })

  it('says aloud when one client tries too often', async () => {
    const store = { countAttempt: (): AttemptCount => ({ count: 61, expires: at(9) }) }
    const { ctx, logged } = openTestContext({ config: { limits: { store } } })
    await countClient({ ...ctx, client: () => '192.0.2.1' }).catch(() => undefined)
    expect(logged).toMatchObject([{ level: 'warn', code: 'client-limit-reached' }])
  })
})

describe('countWithGrowingWaits', () => {
  it('names the end of the first count, after the last attempt was used up', async () => {
    const ends = [at(500), at(700)]
    const store = {
      countAttempt: (): AttemptCount => ({ count: 11, expires: ends.shift() ?? expect.fail() }),
    }
    const { ctx } = openTestContext({ config: { limits: { store } } })
    const limit = { waits: 2, longestWait: 60, memory: 1000, warning: ['locked', ''] as const }
    const told: string[] = []
    const counting = countWithGrowingWaits({ ...ctx, now }, 'factors', 'ada', {
      ...limit,
      onFirstWait: () => told.push('first wait'),
      onUsedUp: () => told.push('used up'),
    })
    await expect(counting).rejects.toMatchObject({ type: 'TooManyRequests', retryAfter: 500 })
    expect(told).toEqual(['first wait', 'used up'])
  })
})
