import type { Time } from './time.js'

/**
 * Waits for work that another request has begun, and returns whether it ended in time, with a result
 * or an error. A platform may end a request before its work is done, and then the work never ends.
 */
export async function endsBefore(
  { clock, sleep }: Time,
  work: Promise<unknown>,
  until: number,
): Promise<boolean> {
  const left = until - clock()
  if (left <= 0) return false
  const wait = new AbortController()
  const ended = work.then(isEnded, isEnded)
  const over = sleep(left, wait.signal).then(() => false)
  try {
    return await Promise.race([ended, over])
  } finally {
    wait.abort()
  }
}

function isEnded(): boolean {
  return true
}
