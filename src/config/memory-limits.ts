import type { AttemptCount, LimitStore } from '../model/limits.js'

/** Enough for an attack from many addresses, and a few megabytes. */
const mostKeys = 50_000

/** Counts in the memory of the process; what is oldest goes when it gets too much. */
export function createMemoryLimits(): LimitStore {
  const counts = new Map<string, AttemptCount>()
  return {
    countAttempt({ key, now, expires }) {
      const known = counts.get(key)
      const isOver = !known || known.expires <= now
      const next = isOver ? { count: 1, expires } : { ...known, count: known.count + 1 }
      // What was counted last stands last, so that the first is the one to go.
      counts.delete(key)
      counts.set(key, next)
      if (counts.size > mostKeys) {
        const { value: oldest } = counts.keys().next()
        if (oldest !== undefined) counts.delete(oldest)
      }
      return next
    },
  }
}
