import type { Attempt, AttemptCount } from '../../model/limits.js'
import type { Table } from './table.js'

/** A count of attempts, with its key. */
export interface AttemptRow extends AttemptCount {
  key: string
}

/** Counts an attempt. A new or expired count starts at one. */
export function countAttempt(
  attempts: Table<AttemptRow>,
  { key, now, expires }: Attempt,
): AttemptCount {
  const known = attempts.get(key)
  const isRunning = known !== null && known.expires > now
  const next = isRunning
    ? { count: known.count + 1, expires: known.expires }
    : { count: 1, expires: new Date(expires) }
  if (known) attempts.update(key, next)
  else attempts.insert({ key, ...next })
  return next
}
