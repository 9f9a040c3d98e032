import type { Time } from '../../src/http/time.js'

/** A time that passes only when a test says so, and then wakes who waits. */
export interface FakeTime extends Time {
  pass(milliseconds: number): Promise<void>
  /** How many timers run. */
  readonly timers: number
}

export function fakeTime(now: number = Date.UTC(2030, 0, 1)): FakeTime {
  let current = now
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  return {
    clock: () => current,
    sleep: (milliseconds, unneeded) =>
      new Promise((resolve) => {
        const sleeper = { until: current + milliseconds, wake: resolve }
        sleepers.add(sleeper)
        unneeded?.addEventListener('abort', () => sleepers.delete(sleeper))
      }),
    pass: async (milliseconds) => {
      await runPending()
      current += milliseconds
      for (const sleeper of sleepers) {
        if (sleeper.until > current) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
      await runPending()
    },
    get timers() {
      return sleepers.size
    },
  }
}

/** Lets everything happen that waits for no timer. */
export function runPending(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
