import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits until the next millisecond. What begins in the millisecond in which all sessions of a user ended
 * counts as begun before, and a test is quicker than a person. It waits on the real clock under fake timers
 * as well.
 */
export async function nextMillisecond(): Promise<void> {
  await wait(2)
}
