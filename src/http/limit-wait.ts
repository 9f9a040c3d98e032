/**
 * Waits for work, and rejects with the error that `explain` makes if it takes longer than the given
 * milliseconds. The work itself goes on.
 */
export function limitWait<T>(
  work: Promise<T>,
  milliseconds: number,
  explain: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(explain()), milliseconds)
    work.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        // oxlint-disable-next-line prefer-promise-reject-errors -- What the work throws is passed on.
        reject(error)
      },
    )
  })
}
