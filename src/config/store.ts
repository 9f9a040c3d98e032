import type { Adapter, AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import { identityOf, isReplaced } from '../model/database.js'
import { hasMethod, requireMethods } from './adapter-methods.js'
import { callMethod, type MayRepeat } from './call-method.js'
import type { Log } from './logger.js'
import { mayRepeatTransaction, type Pauses } from './repeat-call.js'
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
  const settings = { adapter, log, timeout, pauses }
  const run = <Result>(
    name: keyof Adapter,
    args: readonly unknown[],
    mayRepeat?: MayRepeat,
  ): Promise<Result> => {
    const call = async (): Promise<Result> => callMethod<Result>(settings, name, args, mayRepeat)
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
      return await run('transaction', [workInside], (_name, failure) =>
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
        : callMethod<SessionAndUser | null>(settings, 'getSessionAndUser', [key]),
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
