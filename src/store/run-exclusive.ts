/** Work that is under way in this process, by key. */
export type Turns = Map<string, Promise<unknown>>

/**
 * Runs work after all other work under the same key, in this process. Work is told whether it had
 * to wait: then what was read before may be out of date.
 *
 * It spares parallel requests a conflict. Other processes are not kept out.
 */
export async function runExclusive<T>(
  turns: Turns,
  key: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const before = turns.get(key)
  const inTurn = (): Promise<T> => work(before !== undefined)
  // Whether the work before failed does not matter to this one.
  const mine = before ? before.then(inTurn, inTurn) : inTurn()
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}
