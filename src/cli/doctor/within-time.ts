/** Work has not ended in time. */
export class NoAnswer extends Error {}

const patience = 10_000

/** Rejects if work takes too long, because a driver may wait for minutes, or forever. */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new NoAnswer(`no answer within ${patience / 1000} seconds.`)),
      patience,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
