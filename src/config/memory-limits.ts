import type { AttemptCount, LimitStore } from '../model/limits.js'

/** Enough for an attack from many addresses, and a few megabytes. */
const mostKeys = 50_000

/** Counts in the memory of the process; what is oldest goes when it gets too much. */
export function createMemoryLimits(): LimitStore {
  let counts = new Map<string, AttemptCount>()
  // Half of the keys go at once: to find the oldest one in a full map takes longer than all the rest.
  let olderCounts = new Map<string, AttemptCount>()
  return {
    countAttempt({ key, now, expires }) {
      const known = counts.get(key) ?? olderCounts.get(key)
      const isOver = !known || known.expires <= now
      const next = isOver ? { count: 1, expires } : { ...known, count: known.count + 1 }
      counts.set(key, next)
      if (counts.size >= mostKeys / 2) {
        olderCounts = counts
        counts = new Map()
      }
      return next
    },
  }
}
