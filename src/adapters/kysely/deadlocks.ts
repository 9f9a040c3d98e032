/** How often work is tried that others keep getting in the way of. */
const attempts = 5

/**
 * By which a server says that it undid a transaction, or a statement outside of one, in favour of
 * another: nothing is left of it, and it may be tried again.
 */
const codes: ReadonlySet<unknown> = new Set<unknown>(['40001', '40P01', 'ER_LOCK_DEADLOCK', 1213])

/** Runs work, again if a deadlock or a conflict between transactions has undone it. */
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
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code, errno, sqlState } = error as Error & Record<string, unknown>
    if ([code, errno, sqlState].some((value) => codes.has(value))) return true
  }
  return false
}
