import type { AttemptCount, LimitStore } from '../model/limits.js'

/** Enough for an attack from many addresses, in a few megabytes of memory. */
const mostKeys = 50_000

/**
 * Counts attempts in the memory of this process. The oldest counts are dropped when there are too
 * many.
 */
export function createMemoryLimits(): LimitStore {
  let counts = new Map<string, AttemptCount>()
  // Half of the keys are dropped at once, because finding the oldest key of a full map is slow.
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
