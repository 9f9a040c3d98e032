const running = new Map<string, Promise<unknown>>()

/**
 * Runs work under a key after all other work under the same key, in this process.
 *
 * For stores that cannot exclude each other's callers: with one process it is all that is needed.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(key) ?? Promise.resolve()
  // Whether the one before failed is no concern of the next.
  const mine = before.then(work, work)
  running.set(key, mine)
  try {
    return await mine
  } finally {
    if (running.get(key) === mine) running.delete(key)
  }
}
