/** A clock, and a function that waits. */
export interface Time {
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number
  readonly sleep: Sleep
}

/** Resolves after the given number of milliseconds, or when the signal ends the wait. */
export type Sleep = (milliseconds: number, unneeded?: AbortSignal) => Promise<void>

/** A platform fires a timer at once if its time does not fit into 32 bits. */
const longestTimer = 2 ** 31 - 1

/** The clock and the timers of the platform. */
export const systemTime: Time = {
  clock: () => Date.now(),
  sleep: (milliseconds, unneeded) =>
    new Promise((resolve) => {
      const timer: unknown = setTimeout(resolve, Math.min(milliseconds, longestTimer))
      if (!unneeded) return
      // The timer does not keep the process alive. The awaited work may.
      if (isNodeTimer(timer)) timer.unref()
      const wake = (): void => {
        clearTimeout(timer as number)
        resolve()
      }
      unneeded.addEventListener('abort', wake, { once: true })
    }),
}

/** Timers of other platforms are numbers. */
function isNodeTimer(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer
}
