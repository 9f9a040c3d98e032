import type { Sleep } from '../../../src/http/time.js'

/** Milliseconds for which a refresh waits for one call of the database. */
const databaseLimit = 4000

/** Skips pauses between attempts. A wait for work lasts until the work ends. */
export const skipPauses: Sleep = (_milliseconds, unneeded) =>
  unneeded ? new Promise(() => undefined) : Promise.resolve()

/** Like the given sleep, but calls of the database never take too long. */
export function withFastDatabase(sleep: Sleep): Sleep {
  return (milliseconds, unneeded) =>
    unneeded && milliseconds <= databaseLimit
      ? new Promise(() => undefined)
      : sleep(milliseconds, unneeded)
}
