/** What the app's code did that would have ended the process. */
export interface AppFailures {
  /** Errors that nothing in the app handled, such as those of a promise at module level. */
  readonly errors: readonly unknown[]
}

/** The app has called `process.exit`. */
export class AppExit extends Error {}

/**
 * Runs work that loads the app. An error that nothing handles and `process.exit` would end the
 * command before it has printed anything, and Node would print the error with its secrets.
 */
export async function containApp<T>(work: (failures: AppFailures) => Promise<T>): Promise<T> {
  const errors: unknown[] = []
  const keep = (error: unknown): void => void errors.push(error)
  const exit = process.exit.bind(process)
  process.on('unhandledRejection', keep)
  process.on('uncaughtException', keep)
  process.exit = (code) => {
    throw new AppExit(`It called process.exit(${code ?? ''}).`)
  }
  try {
    return await work({ errors })
  } finally {
    process.exit = exit
    process.off('unhandledRejection', keep)
    process.off('uncaughtException', keep)
  }
}
