import type { Attempt } from '../model/limits.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectDate, expectEqual } from './expectations.js'
import {
  cleaning,
  hour,
  isAfterCleaning,
  newAttempt,
  notableTimes,
  spoil,
  timeFromNow,
} from './rows.js'

/** Cases for counting attempts: each attempt counts once, until the count expires. */
export const attemptCases: readonly CaseRow[] = [
  strict(
    'the first attempt is number one, and says when the count ends',
    ['countAttempt'],
    async (adapter) => {
      const attempt = newAttempt()
      const counted = await adapter.countAttempt(attempt)
      expectEqual(counted, { count: 1, expires: attempt.expires }, 'the first attempt')
    },
  ),

  strict(
    'further attempts are counted on, and the end stays that of the first',
    ['countAttempt'],
    async (adapter) => {
      const first = newAttempt()
      await adapter.countAttempt(first)
      for (const count of [2, 3, 4]) {
        const expires = timeFromNow(count * hour)
        const counted = await adapter.countAttempt({ ...first, expires })
        expectEqual(counted, { count, expires: first.expires }, `attempt ${count}`)
      }
    },
  ),

  strict(
    'a count goes on until the millisecond before its end',
    ['countAttempt'],
    async (adapter) => {
      const first = newAttempt()
      await adapter.countAttempt(first)
      const last = laterThan(first, -1)
      const counted = await adapter.countAttempt(last)
      expectEqual(counted, { count: 2, expires: first.expires }, 'the last attempt')
    },
  ),

  strict(
    'a count begins again at its end, and after it, with a new end',
    ['countAttempt'],
    async (adapter) => {
      for (const milliseconds of [0, 1, hour]) {
        const first = newAttempt()
        await adapter.countAttempt(first)
        await adapter.countAttempt(first)
        const again = laterThan(first, milliseconds)
        const wanted = { count: 1, expires: again.expires }
        expectEqual(await adapter.countAttempt(again), wanted, 'the first attempt of the new count')
        const next = { ...wanted, count: 2 }
        expectEqual(await adapter.countAttempt(again), next, 'the second attempt of the new count')
      }
    },
  ),

  strict('every key is counted by itself', ['countAttempt'], async (adapter) => {
    const one = newAttempt({ key: `${newAttempt().key}a` })
    await adapter.countAttempt(one)
    const others = [one.key.slice(0, -1), `${one.key} `, one.key.replace(/a$/, 'A'), `${one.key}:`]
    for (const key of others) {
      const { count } = await adapter.countAttempt({ ...one, key })
      expectEqual(count, 1, `the first attempt of ${key}`)
    }
    expectEqual((await adapter.countAttempt(one)).count, 2, 'the second attempt of the first key')
  }),

  strict(
    'expires is a Date, to the millisecond, as far as 9999',
    ['countAttempt'],
    async (adapter) => {
      for (const expires of notableTimes.filter(isAfterCleaning)) {
        const attempt = newAttempt({ now: cleaning, expires })
        await adapter.countAttempt(attempt)
        const counted = await adapter.countAttempt(attempt)
        expectDate(counted.expires, expires, 'expires of the second attempt')
      }
    },
  ),

  strict('attempts given and counts returned are copies', ['countAttempt'], async (adapter) => {
    const attempt = newAttempt()
    const given = structuredClone(attempt)
    const first = await adapter.countAttempt(given)
    spoil(given)
    expectDate(first.expires, attempt.expires, 'expires of the first attempt')
    spoil(first)
    spoil(await adapter.countAttempt(attempt))
    const third = await adapter.countAttempt(attempt)
    expectEqual(third, { count: 3, expires: attempt.expires }, 'the third attempt')
  }),

  strict(
    'deleteExpired leaves a count that is not over',
    ['countAttempt', 'deleteExpired'],
    async (adapter) => {
      const ending = newAttempt({ now: new Date(+cleaning - hour), expires: cleaning })
      const running = newAttempt()
      await adapter.countAttempt(ending)
      await adapter.countAttempt(running)
      await adapter.deleteExpired(cleaning)
      const counts = [await adapter.countAttempt(ending), await adapter.countAttempt(running)]
      expectEqual(
        counts.map(({ count }) => count),
        [2, 2],
        'the second attempts',
      )
    },
  ),
]

/** Returns the same attempt, this long after its count expired. */
function laterThan(attempt: Attempt, milliseconds: number): Attempt {
  const end = +attempt.expires + milliseconds
  return { ...attempt, now: new Date(end), expires: new Date(end + hour) }
}
