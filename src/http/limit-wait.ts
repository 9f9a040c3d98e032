/**
 * Waits for work, and rejects with the error that `explain` makes if it takes longer than the given
 * milliseconds. The work itself goes on. If the work fails, `recover` can replace its result within the same
 * time.
 */
export function limitWait<T>(
  work: Promise<T>,
  milliseconds: number,
  explain: () => Error,
  recover?: (thrown: unknown) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(explain()), milliseconds)
    const succeed = (result: T): void => {
      clearTimeout(timer)
      resolve(result)
    }
    const fail = (thrown: unknown): void => {
      clearTimeout(timer)
      // oxlint-disable-next-line prefer-promise-reject-errors -- What the work throws is passed on.
      reject(thrown)
    }
    work.then(succeed, recover ? (thrown: unknown) => recover(thrown).then(succeed, fail) : fail)
  })
}
