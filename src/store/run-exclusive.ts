/** Running work in this process, by key. */
export type Turns = Map<string, Promise<unknown>>

/**
 * Runs work after all other work with the same key in this process. The work receives whether it
 * had to wait, because data that was read before may then be out of date.
 *
 * This avoids conflicts between parallel requests. It does not lock out other processes.
 */
export async function runExclusive<T>(
  turns: Turns,
  key: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const before = turns.get(key)
  const inTurn = (): Promise<T> => work(before !== undefined)
  // The work runs even if the previous work failed.
  const mine = before ? before.then(inTurn, inTurn) : inTurn()
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}
