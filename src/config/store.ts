import { isAuthError } from '../errors/auth-error.js'
import { MissingAdapterMethods } from '../errors/config-errors.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { AdapterError } from '../errors/runtime-errors.js'
import { limitWait } from '../http/limit-wait.js'
import type { Adapter, AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import { isThenable } from '../model/awaitable.js'
import { identityOf, isReplaced } from '../model/database.js'
import { findPassingFailure } from './database-failures.js'
import type { Log } from './logger.js'
import { secretsIn } from './redact.js'
import {
  mayRepeatMethod,
  mayRepeatTransaction,
  reads,
  repeatCall,
  retryAfter,
  type CallFailure,
  type Pauses,
} from './repeat-call.js'
import { mayChangeSessions } from './session-cache.js'
import type { TokenSealing } from './seal-tokens.js'
import type { StoreMemory } from './store-memory.js'
import type { MeasuredWork, ResolvedTelemetry } from './telemetry.js'

/** An adapter method, except `transaction`, which passes a separate store to its callback. */
export type StoreMethod = Exclude<keyof Adapter, 'transaction'>

type MethodOf<Name extends StoreMethod> = NonNullable<Adapter[Name]>

/** A session and its user. */
export interface SessionAndUser {
  readonly session: AdapterSessionDetails
  readonly user: AdapterUser
}

/** The adapter as the engine calls it. */
export interface Store {
  /** What this process has cached about the store. */
  readonly memory: StoreMemory
  /**
   * Whether every adapter that shares this memory reads the same rows. An app may have copied an
   * adapter to filter the rows of a tenant.
   */
  readonly mayCacheRows: boolean
  /**
   * Whether every adapter that shares this memory finds the same sessions. Not one whose
   * `getSessionAndUser` was replaced.
   */
  readonly findsSameSessions: boolean
  /** Whether the adapter has all of these methods. */
  has(...names: readonly (keyof Adapter)[]): boolean
  /** Throws a `MissingAdapterMethods` error that names the missing methods, if there are any. */
  require(...names: readonly (keyof Adapter)[]): void
  /**
   * Calls a method. An error from the adapter becomes an `AdapterError` that names the method. A
   * missing method throws `MissingAdapterMethods`.
   */
  call<Name extends StoreMethod>(
    name: Name,
    ...args: Parameters<MethodOf<Name>>
  ): Promise<Awaited<ReturnType<MethodOf<Name>>>>
  /**
   * Like {@link call} for `getSessionAndUser`. Synchronous if the adapter is, because each promise is a
   * measurable part of a session read.
   */
  getSessionAndUser(key: string): SessionAndUser | null | Promise<SessionAndUser | null>
  /**
   * Runs `work` in a transaction: all its writes are committed, or none if `work` throws. Runs it again
   * if the database has rolled it back, so it must change nothing but rows.
   */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/** What a store does besides calling the adapter. */
interface StoreExtras {
  /** Seconds that a read may take. No limit if it is 0. */
  readonly timeout?: number | undefined
  /** How to wait before a call is repeated. No call is repeated without it. */
  readonly pauses?: Pauses | undefined
  readonly telemetry?: ResolvedTelemetry | undefined
  /** Encrypts tokens. */
  readonly sealing?: TokenSealing | undefined
  /** Called for each change inside a transaction. */
  readonly onChange?: (() => void) | undefined
}

export function openStore(
  adapter: Adapter,
  log: Log,
  memory: StoreMemory,
  { timeout = 0, pauses, telemetry, sealing, onChange }: StoreExtras = {},
): Store {
  const settingsOf = (
    name: keyof Adapter,
    mayRepeat?: CallSettings['mayRepeat'],
  ): CallSettings => ({
    adapter,
    log,
    timeout,
    pauses,
    mayRepeat: mayRepeat ?? ((failure) => mayRepeatMethod(name, failure)),
  })
  const run = <Result>(
    name: keyof Adapter,
    args: readonly unknown[],
    mayRepeat?: CallSettings['mayRepeat'],
  ): Promise<Result> => {
    const call = async (): Promise<Result> =>
      callMethod<Result>(settingsOf(name, mayRepeat), name, args)
    return telemetry ? telemetry.run(measuredCall(name), call) : call()
  }
  const change = async <Result>(name: StoreMethod, args: readonly unknown[]): Promise<Result> => {
    try {
      return await run(name, args)
    } finally {
      memory.sessions.forgetChanged(name, args)
      onChange?.()
    }
  }
  const call = <Result>(name: StoreMethod, args: readonly unknown[]): Promise<Result> =>
    mayChangeSessions(name) ? change(name, args) : run(name, args)
  const runTransaction = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    let isChanged = false
    let isWorkDone = false
    const noteChange = (): void => {
      isChanged = true
      onChange?.()
    }
    // A read that fails would roll back on the same connection, so a limit ends no wait there. A
    // failure has rolled the whole transaction back, so no call is repeated there.
    const extras = { telemetry, sealing, onChange: noteChange }
    const workInside = async (inside: Adapter): Promise<T> => {
      isWorkDone = false
      const result = await work(openStore(inside, log, memory, extras))
      isWorkDone = true
      return result
    }
    try {
      return await run('transaction', [workInside], (failure) =>
        mayRepeatTransaction(isWorkDone, failure),
      )
    } finally {
      // Until the commit, others read and cache the old rows.
      if (isChanged) memory.sessions.forgetAll()
    }
  }
  const identity = identityOf(adapter)
  const isCopy = identity !== undefined && identity.adapter !== adapter
  // An app may replace the method after the first request.
  const findsSameSessions = (): boolean => !isReplaced(adapter, 'getSessionAndUser')
  return {
    memory,
    get mayCacheRows() {
      return !memory.isShared && !isCopy && findsSameSessions()
    },
    get findsSameSessions() {
      return findsSameSessions()
    },
    has: (...names) => names.every((name) => hasMethod(adapter, name)),
    require: (...names) => requireMethods(adapter, names),
    call: (name, ...args) =>
      sealing ? sealing.run(name, args, (sealed) => call(name, sealed)) : call(name, args),
    getSessionAndUser: (key) =>
      telemetry
        ? run('getSessionAndUser', [key])
        : callMethod<SessionAndUser | null>(settingsOf('getSessionAndUser'), 'getSessionAndUser', [
            key,
          ]),
    transaction: runTransaction,
  }
}

function measuredCall<T>(name: keyof Adapter): MeasuredWork<T> {
  return {
    name: `adapter ${name}`,
    kind: 'client',
    histogram: 'latchkey.adapter.duration',
    attributes: { 'db.operation.name': name },
  }
}

/** What a call of the adapter needs. */
interface CallSettings {
  readonly adapter: Adapter
  readonly log: Log
  readonly timeout: number
  readonly pauses: Pauses | undefined
  readonly mayRepeat: (failure: CallFailure) => boolean
}

/**
 * Called on the adapter itself, because it may be a class instance that uses `this`. Synchronous if the
 * adapter is and does not throw.
 */
function callMethod<Result>(
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

function hasMethod(adapter: Adapter, name: keyof Adapter): boolean {
  if (typeof adapter[name] !== 'function') return false
  return name !== 'getRecentSessionAndUser' || !readsOtherRows(adapter)
}

/** Whether an app has changed an adapter to read other sessions, but not from the replica. */
function readsOtherRows(adapter: Adapter): boolean {
  return isReplaced(adapter, 'getSessionAndUser') && !isReplaced(adapter, 'getRecentSessionAndUser')
}

function requireMethods(adapter: Adapter, names: readonly (keyof Adapter)[]): void {
  if (names.every((name) => typeof adapter[name] === 'function')) return
  const missing = names.filter((name) => typeof adapter[name] !== 'function')
  const list = missing.map((name) => `\`${name}\``).join(', ')
  throw new MissingAdapterMethods(
    `The adapter has no method ${list}, which this feature needs. Add it, or use another adapter.`,
  )
}
