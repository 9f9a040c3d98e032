/** Work has not ended in time. */
export class NoAnswer extends Error {}

/** Rejects if work takes too long, because a driver may wait for minutes, or forever. */
export function withinTime<T>(work: Promise<T>, seconds = 10): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new NoAnswer(`no answer within ${seconds} seconds.`)),
      seconds * 1000,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
