import { isAuthError } from '../errors/auth-error.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { AdapterError } from '../errors/runtime-errors.js'
import { limitWait } from '../http/limit-wait.js'
import type { Adapter } from '../model/adapter.js'
import { isThenable } from '../model/awaitable.js'
import { lackOf } from './adapter-methods.js'
import { findPassingFailure } from './database-failures.js'
import type { Log } from './logger.js'
import { secretsIn } from './redact.js'
import {
  mayRepeatMethod,
  reads,
  repeatCall,
  retryAfter,
  type CallFailure,
  type Pauses,
} from './repeat-call.js'

/** What every call of the adapter needs. */
interface CallSettings {
  readonly adapter: Adapter
  readonly log: Log
  readonly timeout: number
  readonly pauses: Pauses | undefined
}

/** Whether a call may be made again after a failure. */
export type MayRepeat = (name: keyof Adapter, failure: CallFailure) => boolean

/**
 * Calls a method of the adapter, repeats it if `mayRepeat` allows that, and limits the time of a read.
 * Called on the adapter itself, because it may be a class instance that uses `this`. Synchronous if the
 * adapter is and does not throw.
 */
export function callMethod<Result>(
  settings: CallSettings,
  name: keyof Adapter,
  args: readonly unknown[],
  mayRepeat: MayRepeat = mayRepeatMethod,
): Result | Promise<Result> {
  const { adapter, log, pauses } = settings
  if (typeof adapter[name] !== 'function') throw lackOf([name])
  const method = adapter[name] as (...args: readonly unknown[]) => Result | PromiseLike<Result>
  log.debug('adapter', name)
  // A synchronous driver has waited before the method returns.
  const begunAt = pauses?.clock() ?? 0
  // The adapter's type declares what this method returns.
  const call = (): Result | PromiseLike<Result> => Reflect.apply(method, adapter, args)
  const recover = (thrown: unknown): Promise<Result> =>
    finishFailedCall(settings, { name, args, call, mayRepeat, begunAt }, thrown)
  try {
    const pending = call()
    if (!isThenable(pending)) return pending
    return finishCall(settings, name, Promise.resolve(pending), recover)
  } catch (thrown) {
    return finishCall(settings, name, recover(thrown))
  }
}

/**
 * Waits for an attempt, and for `recover` if it fails. Makes no more promises than that needs, because each
 * one is a measurable part of a session read.
 */
function finishCall<Result>(
  { timeout }: CallSettings,
  name: keyof Adapter,
  pending: Promise<Result>,
  recover?: (thrown: unknown) => Promise<Result>,
): Promise<Result> {
  // A write has no limit, because the database may still do it after the error, when a revocation has
  // already looked for it.
  if (timeout > 0 && reads.test(name)) return limitRead(pending, name, timeout, recover)
  return pending.then(undefined, recover)
}

/** A call whose first attempt has failed. */
interface FailedCall<Result> {
  readonly name: keyof Adapter
  readonly args: readonly unknown[]
  readonly call: () => Result | PromiseLike<Result>
  readonly mayRepeat: MayRepeat
  /** When the first attempt began. */
  readonly begunAt: number
}

/** Makes more attempts after the first one has failed. Throws an `AdapterError` if all of them fail. */
async function finishFailedCall<Result>(
  { pauses }: CallSettings,
  { name, args, call, mayRepeat, begunAt }: FailedCall<Result>,
  thrown: unknown,
): Promise<Result> {
  // What a refused attempt has left behind can stop the next one. On Redis, a claimed key is an example.
  let hasFailedForNow = false
  const mayRepeatCall = (failure: CallFailure): boolean => {
    hasFailedForNow ||= failure !== 'unknown'
    return mayRepeat(name, failure)
  }
  try {
    if (!pauses) throw thrown
    return await repeatCall(thrown, async () => call(), pauses, mayRepeatCall, begunAt)
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
function limitRead<T>(
  pending: Promise<T>,
  name: keyof Adapter,
  seconds: number,
  recover?: (thrown: unknown) => Promise<T>,
): Promise<T> {
  const explain = (): Error =>
    new AdapterError(
      `The adapter's method \`${name}\` took longer than \`adapterTimeout\`, which is ${seconds} s. Check the connection to the database, and the size of its pool.`,
      { retryAfter },
    )
  return limitWait(pending, seconds * 1000, explain, recover)
}
