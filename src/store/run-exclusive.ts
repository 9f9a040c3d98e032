import type { StoreMemory, Turn } from '../config/store-memory.js'
import { endsBefore } from '../http/ends-before.js'
import type { Time } from '../http/time.js'

/** How long others wait for work that has begun, in milliseconds. */
const longestTurn = 30_000

/**
 * Runs work after all other work with the same key in this process. The work receives whether there
 * was other work, because data that was read before may then be out of date.
 *
 * This avoids conflicts between parallel requests. It does not lock out other processes, nor work that
 * takes longer than thirty seconds: a database may never answer, and a platform may end a request
 * before its work is done.
 */
export async function runExclusive<T>(
  { turns, time }: Pick<StoreMemory, 'turns' | 'time'>,
  key: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const now = time.clock()
  const before = turns.get(key)
  for (const [other, { until }] of turns) if (until <= now) turns.delete(other)
  const inTurn = (): Promise<T> => {
    turn.until = time.clock() + longestTurn
    return work(true)
  }
  const ended = before ? awaitTurn(time, before).then(inTurn) : work(false)
  const turn = { ended, until: Math.max(before?.until ?? now, now) + longestTurn }
  turns.set(key, turn)
  try {
    return await ended
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

/** Waits until work has ended, or has taken too long since it began. */
async function awaitTurn(time: Time, turn: Turn): Promise<void> {
  for (;;) {
    const { until } = turn
    if (await endsBefore(time, turn.ended, until)) return
    // It may have begun later than expected.
    if (turn.until <= until) return
  }
}
