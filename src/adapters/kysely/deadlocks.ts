import { causesOf } from '../../errors/causes.js'

/** Maximum number of attempts. */
const attempts = 5

/**
 * Error codes for a transaction, or a single statement, that the server rolled back in favour of
 * another. It changed nothing and can be retried.
 */
const codes: ReadonlySet<unknown> = new Set<unknown>(['40001', '40P01', 'ER_LOCK_DEADLOCK', 1213])

/** Runs work, and retries it if a deadlock or a conflict between transactions rolled it back. */
export async function afterDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await work()
    } catch (thrown) {
      if (left === 1 || !isDeadlock(thrown)) throw thrown
    }
  }
}

function isDeadlock(thrown: unknown): boolean {
  for (const error of causesOf(thrown)) {
    const { code, errno, sqlState } = error as Error & Record<string, unknown>
    if ([code, errno, sqlState].some((value) => codes.has(value))) return true
  }
  return false
}
