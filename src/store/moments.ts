import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AttemptCount } from '../model/limits.js'

/**
 * Records moments under names, outside of the rows of a user. A record is a count of attempts.
 * Without `countAttempt`, only this process knows it.
 */
export interface Moments {
  /** Records a moment in the future, in seconds since the epoch, until it has passed. */
  readonly record: (name: Name, moment: number) => Promise<void>
  /** Returns the moment that was recorded first. Undefined if no moment was recorded, or if it has passed. */
  readonly find: (name: Name) => Promise<number | undefined>
  /** Removes a record. */
  readonly forget: (name: Name) => Promise<void>
  /** Returns a number that is higher than those that earlier calls with this name returned. */
  readonly nextNumber: (name: Name) => Promise<number>
}

type Name = readonly (string | number)[]

/** Seconds for which a sequence of numbers goes on. No link lives that long. */
const sequenceAge = 10 * 365 * 24 * 60 * 60

export function openMoments(store: Store, { clock }: { readonly clock: () => number }): Moments {
  const count = async (name: Name, now: number, expires: number): Promise<AttemptCount> => {
    const key = `moment:${await sha256Hex(JSON.stringify(name))}`
    const attempt = { key, now: new Date(now), expires: new Date(Math.round(expires)) }
    return store.has('countAttempt')
      ? store.call('countAttempt', attempt)
      : store.memory.ended.countAttempt(attempt)
  }
  return {
    record: async (name, moment) => {
      await count(name, clock(), moment * 1000)
    },
    find: async (name) => {
      const now = clock()
      // A count that has already expired records nothing, and an existing record keeps its time.
      const found = await count(name, now, now - 1000)
      return found.count > 1 ? new Date(found.expires).getTime() / 1000 : undefined
    },
    forget: async (name) => {
      const found = await count(name, clock(), clock() - 1000)
      // A count restarts when it expires, and this one restarts in the past.
      await count(name, new Date(found.expires).getTime(), clock() - 1000)
    },
    nextNumber: async (name) => {
      const now = clock()
      return (await count(name, now, now + sequenceAge * 1000)).count
    },
  }
}
