import type { SignInContext } from '../../context/context.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { endsBefore } from '../../http/ends-before.js'
import type { Adapter } from '../../model/adapter.js'

/**
 * Milliseconds for one call of the database. A lease has 5 seconds left when it is begun again, so a
 * call that hangs must end before that.
 */
export const longestCall = 4000

/**
 * Waits for a call of the database. Throws an `AdapterError` if it hangs, as it does on a connection
 * that is broken without notice. The database may still do what was asked.
 */
export async function requireInTime<T>(
  { config: { runtime } }: SignInContext,
  method: keyof Adapter,
  call: Promise<T>,
): Promise<T> {
  if (await endsBefore(runtime, call, runtime.clock() + longestCall)) return call
  throw new AdapterError(
    `The adapter's method \`${method}\` took over ${longestCall / 1000} seconds. Check the connection to the database.`,
  )
}
