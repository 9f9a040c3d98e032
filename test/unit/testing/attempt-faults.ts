import type { Attempt, AttemptCount } from '../../../src/model/limits.js'
import { asJson, type Fault } from './fault.js'

/** Stores that count attempts wrongly. */
export const attemptFaults: readonly Fault[] = [
  {
    what: 'counts from zero',
    broken: (good) => ({
      countAttempt: async (attempt) => {
        const { count, expires } = await good.countAttempt(attempt)
        return { count: count - 1, expires }
      },
    }),
    noticedBy: [
      'attempts: the first attempt is number one, and says when the count ends',
      'attempts: further attempts are counted on, and the end stays that of the first',
      'attempts: a count goes on until the millisecond before its end',
      'attempts: a count begins again at its end, and after it, with a new end',
      'attempts: every key is counted by itself',
      'attempts: attempts given and counts returned are copies',
      'attempts: deleteExpired leaves a count that is not over',
      'races: of 20 attempts at once each gets its own number',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'puts off the end of a count with every attempt',
    broken: (good) => ({
      countAttempt: async (attempt) => {
        const { count } = await good.countAttempt(attempt)
        return { count, expires: new Date(attempt.expires) }
      },
    }),
    noticedBy: [
      'attempts: further attempts are counted on, and the end stays that of the first',
      'attempts: a count goes on until the millisecond before its end',
    ],
  },
  {
    what: 'never ends a count',
    broken: (good) => ({
      countAttempt: async (attempt) => good.countAttempt({ ...attempt, now: new Date(0) }),
    }),
    noticedBy: [
      'attempts: a count begins again at its end, and after it, with a new end',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'ends a count too late',
    broken: (good) => ({
      countAttempt: async (attempt) => good.countAttempt(shifted(attempt, -1)),
    }),
    noticedBy: [
      'attempts: a count begins again at its end, and after it, with a new end',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'ends a count too early',
    broken: (good) => ({ countAttempt: async (attempt) => good.countAttempt(shifted(attempt, 1)) }),
    noticedBy: ['attempts: a count goes on until the millisecond before its end'],
  },
  {
    what: 'keeps the end of a count that is over',
    broken: (good) => {
      const ends = new Map<string, Date>()
      return {
        countAttempt: async (attempt) => {
          const { count, expires } = await good.countAttempt(attempt)
          ends.set(attempt.key, ends.get(attempt.key) ?? expires)
          return { count, expires: new Date(ends.get(attempt.key) ?? expires) }
        },
      }
    },
    noticedBy: [
      'attempts: a count begins again at its end, and after it, with a new end',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'counts keys in any case',
    broken: (good) => ({
      countAttempt: async ({ key, ...rest }) =>
        good.countAttempt({ ...rest, key: key.toLowerCase() }),
    }),
    noticedBy: ['attempts: every key is counted by itself'],
  },
  {
    what: 'cuts the milliseconds off the end of a count',
    broken: (good) => ({
      countAttempt: async ({ expires, ...rest }) =>
        good.countAttempt({ ...rest, expires: new Date(Math.floor(+expires / 1000) * 1000) }),
    }),
    noticedBy: [
      'attempts: a count begins again at its end, and after it, with a new end',
      'attempts: expires is a Date, to the millisecond, as far as 9999',
    ],
  },
  {
    what: 'gives the end of a count as text',
    broken: (good) => ({
      countAttempt: async (attempt) => asJson(await good.countAttempt(attempt)),
    }),
    noticedBy: [
      'attempts: the first attempt is number one, and says when the count ends',
      'attempts: further attempts are counted on, and the end stays that of the first',
      'attempts: a count goes on until the millisecond before its end',
      'attempts: a count begins again at its end, and after it, with a new end',
      'attempts: expires is a Date, to the millisecond, as far as 9999',
      'attempts: attempts given and counts returned are copies',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'returns the very date that it is given',
    broken: (good) => ({
      countAttempt: async (attempt) => {
        const counted = await good.countAttempt(attempt)
        return counted.count === 1 ? { count: 1, expires: attempt.expires } : counted
      },
    }),
    noticedBy: ['attempts: attempts given and counts returned are copies'],
  },
  {
    what: 'gives away the counts that it keeps',
    broken: (good) => {
      const kept = new Map<string, AttemptCount>()
      return {
        countAttempt: async (attempt) => {
          const counted = await good.countAttempt(attempt)
          const known = kept.get(attempt.key)
          const row = known && counted.count > 1 ? known : counted
          kept.set(attempt.key, row)
          return Object.assign(row, { count: counted.count })
        },
      }
    },
    noticedBy: [
      'attempts: attempts given and counts returned are copies',
      'races: of 20 attempts at once each gets its own number',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'deletes counts that are not over',
    broken: (good) => {
      let round = 0
      return {
        countAttempt: async ({ key, ...rest }) =>
          good.countAttempt({ ...rest, key: `${round} ${key}` }),
        deleteExpired: async (now) => {
          round += 1
          return good.deleteExpired(now)
        },
      }
    },
    noticedBy: ['attempts: deleteExpired leaves a count that is not over'],
  },
  {
    what: 'reads a count, then writes it',
    broken: () => {
      const counts = new Map<string, AttemptCount>()
      return {
        countAttempt: async ({ key, now, expires }) => {
          const known = counts.get(key)
          await Promise.resolve()
          const isRunning = known !== undefined && known.expires > now
          const next = isRunning
            ? { count: known.count + 1, expires: known.expires }
            : { count: 1, expires }
          counts.set(key, structuredClone(next))
          return structuredClone(next)
        },
      }
    },
    noticedBy: [
      'races: of 20 attempts at once each gets its own number',
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
  {
    what: 'ends a count for everybody who sees that it is over',
    broken: (good) => {
      const ends = new Map<string, Date>()
      return {
        countAttempt: async (attempt) => {
          const known = ends.get(attempt.key)
          const isOver = known !== undefined && known <= attempt.now
          const counted = await good.countAttempt(attempt)
          ends.set(attempt.key, new Date(counted.expires))
          return isOver ? { count: 1, expires: counted.expires } : counted
        },
      }
    },
    noticedBy: [
      'races: of 20 attempts at once after the end of a count each gets its own number, from one',
    ],
  },
]

function shifted(attempt: Attempt, milliseconds: number): Attempt {
  return { ...attempt, now: new Date(+attempt.now + milliseconds) }
}
