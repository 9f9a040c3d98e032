/** How the time is told, and how it is waited for. */
export interface Time {
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number
  readonly sleep: Sleep
}

/** Resolves after the given number of milliseconds, or when the signal ends the wait. */
export type Sleep = (milliseconds: number, unneeded?: AbortSignal) => Promise<void>

/** The clock and the timers of the platform. */
export const systemTime: Time = {
  clock: () => Date.now(),
  sleep: (milliseconds, unneeded) =>
    new Promise((resolve) => {
      const timer: unknown = setTimeout(resolve, milliseconds)
      if (!unneeded) return
      // What is waited for keeps the process alive, or nothing does.
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
