import type { Random } from '../crypto/random.js'
import type { Adapter } from '../model/adapter.js'
import { findPassingFailure, type PassingFailure } from './database-failures.js'

/** How the store waits before it repeats a call. */
export interface Pauses {
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly random: Random
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number
}

/** A failure of which nothing is known: the answer may be lost, or the next attempt fails as well. */
export type CallFailure = PassingFailure | 'unknown'

/** How often a call is made at most, by what is known about its last failure. */
const mostAttempts: Readonly<Record<CallFailure, number>> = {
  undone: 6,
  refused: 6,
  // The next connection works, or the server is away for longer than a request can wait.
  cut: 2,
  unknown: 2,
}

const firstPause = 20

/**
 * Milliseconds after which no other attempt begins. A database may have waited for a lock before it refused
 * the call, and each further attempt would wait as long.
 */
const longestRepeat = 5000

/** Seconds that a client is asked to wait. A failover takes longer than the calls are repeated. */
export const retryAfter = 2

/**
 * Repeats a call that has failed, after a growing, random pause, while the failure passes and `mayRepeat`
 * allows it. `begunAt` is when the first attempt began, in milliseconds since the epoch.
 */
export async function repeatCall<Result>(
  thrown: unknown,
  call: () => Promise<Result>,
  pauses: Pauses,
  mayRepeat: (failure: CallFailure) => boolean,
  begunAt: number,
): Promise<Result> {
  const mayBegin = (attempt: number, failure: CallFailure): boolean =>
    attempt < mostAttempts[failure] && pauses.clock() - begunAt < longestRepeat
  let last = thrown
  for (let attempt = 1; ; attempt += 1) {
    const failure = findPassingFailure(last) ?? 'unknown'
    if (!mayRepeat(failure) || !mayBegin(attempt, failure)) throw last
    await pauses.sleep(pauseAfter(attempt, pauses.random))
    try {
      return await call()
    } catch (next) {
      last = next
    }
  }
}

/** Between half and one and a half of a time that doubles, so that two rivals do not meet again. */
function pauseAfter(attempt: number, random: Random): number {
  const [byte = 0] = random(1)
  return Math.round(firstPause * 2 ** (attempt - 1) * (0.5 + byte / 256))
}

/**
 * Whether a method may be repeated after a failure. If the database did not do it, every method may.
 * If the answer was lost, these may, because doing them twice is the same as doing them once:
 * - The methods that only read.
 * - The methods that end sessions. A session that begins between the two attempts ends as well, which
 *   is safe. A caller that is told that there was no row refuses, which is safe, too.
 *
 * The end of a user's sessions is repeated after every failure, because a user whose own session was
 * ended by another request cannot ask for it again.
 *
 * Every other write reports the lost answer to its caller, who reads the rows again or fails. A
 * second insert would look like the work of another process, and a second update could undo a change
 * of one.
 */
export function mayRepeatMethod(name: keyof Adapter, failure: CallFailure): boolean {
  if (failure === 'unknown') return name === 'deleteSessionsByUserId'
  return failure !== 'cut' || reads.test(name) || name.startsWith('deleteSession')
}

/** The methods that change nothing. */
export const reads: RegExp = /^(?:get|list)/

/**
 * Whether a transaction may be run again. If its work has failed, nothing was committed. If its work
 * was done, only the database can say that the commit failed, because a lost answer says nothing.
 */
export function mayRepeatTransaction(isWorkDone: boolean, failure: CallFailure): boolean {
  if (failure === 'unknown') return false
  return !isWorkDone || failure === 'undone'
}
