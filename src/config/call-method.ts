import { isAuthError } from '../errors/auth-error.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { AdapterError } from '../errors/runtime-errors.js'
import { limitWait } from '../http/limit-wait.js'
import type { Adapter } from '../model/adapter.js'
import { isThenable } from '../model/awaitable.js'
import { requireMethods } from './adapter-methods.js'
import { findPassingFailure } from './database-failures.js'
import type { Log } from './logger.js'
import { secretsIn } from './redact.js'
import { reads, repeatCall, retryAfter, type CallFailure, type Pauses } from './repeat-call.js'

/** What a call of the adapter needs. */
export interface CallSettings {
  readonly adapter: Adapter
  readonly log: Log
  readonly timeout: number
  readonly pauses: Pauses | undefined
  readonly mayRepeat: (failure: CallFailure) => boolean
}

/**
 * Calls a method of the adapter, repeats it if `mayRepeat` allows that, and limits the time of a read.
 * Called on the adapter itself, because it may be a class instance that uses `this`. Synchronous if the
 * adapter is and does not throw.
 */
export function callMethod<Result>(
  settings: CallSettings,
  name: keyof Adapter,
  args: readonly unknown[],
): Result | Promise<Result> {
  const { adapter, log } = settings
  requireMethods(adapter, [name])
  const method = adapter[name] as (...args: readonly unknown[]) => Result | PromiseLike<Result>
  log.debug('adapter', name)
  // A synchronous driver has waited before the method returns.
  const begunAt = settings.pauses?.clock() ?? 0
  // The adapter's type declares what this method returns.
  const call = async (): Promise<Result> => Reflect.apply(method, adapter, args)
  try {
    const pending = Reflect.apply(method, adapter, args)
    if (!isThenable(pending)) return pending
    return finishCall(settings, name, args, { first: Promise.resolve(pending), call, begunAt })
  } catch (thrown) {
    return finishCall(settings, name, args, { first: rejectWith(thrown), call, begunAt })
  }
}

async function rejectWith(thrown: unknown): Promise<never> {
  throw thrown
}

/** The first attempt of a call, and the function that makes another one. */
interface Attempts<Result> {
  readonly first: Promise<Result>
  readonly call: () => Promise<Result>
  /** When the first attempt began. */
  readonly begunAt: number
}

/** Not an `async` function, because each promise is a measurable part of a session read. */
function finishCall<Result>(
  settings: CallSettings,
  name: keyof Adapter,
  args: readonly unknown[],
  attempts: Attempts<Result>,
): Promise<Result> {
  const { timeout } = settings
  const pending = attempts.first.catch((thrown: unknown) =>
    finishFailedCall(settings, name, args, attempts, thrown),
  )
  // A write has no limit, because the database may still do it after the error, when a revocation has
  // already looked for it.
  return timeout > 0 && reads.test(name) ? limitRead(pending, name, timeout) : pending
}

/** Makes more attempts after the first one has failed. Throws an `AdapterError` if all of them fail. */
async function finishFailedCall<Result>(
  { pauses, mayRepeat }: CallSettings,
  name: keyof Adapter,
  args: readonly unknown[],
  { call, begunAt }: Attempts<Result>,
  thrown: unknown,
): Promise<Result> {
  // What a refused attempt has left behind can stop the next one. On Redis, a claimed key is an example.
  let hasFailedForNow = false
  const mayRepeatCall = (failure: CallFailure): boolean => {
    hasFailedForNow ||= failure !== 'unknown'
    return mayRepeat(failure)
  }
  try {
    if (!pauses) throw thrown
    return await repeatCall(thrown, call, pauses, mayRepeatCall, begunAt)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    const error =
      hasFailedForNow || findPassingFailure(cause)
        ? new AdapterError(explainPassing(name), { cause, retryAfter })
        : new AdapterError(
            `The adapter's method \`${name}\` failed. Check that the database is running and has all tables and columns. The cause has the details.`,
            { cause },
          )
    throw hideInLogs(error, secretsIn(args))
  }
}

function explainPassing(name: keyof Adapter): string {
  return `The adapter's method \`${name}\` failed, because the database is busy, changes its primary or cannot be reached, or because its client is not connected. The client is asked to try again. The cause has the details.`
}

/** A connection that is broken without notice never answers. */
function limitRead<T>(pending: Promise<T>, name: keyof Adapter, seconds: number): Promise<T> {
  return limitWait(pending, seconds * 1000, () => {
    return new AdapterError(
      `The adapter's method \`${name}\` took longer than \`adapterTimeout\`, which is ${seconds} s. Check the connection to the database, and the size of its pool.`,
      { retryAfter },
    )
  })
}
