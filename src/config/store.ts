import { isAuthError } from '../errors/auth-error.js'
import { MissingAdapterMethods } from '../errors/config-errors.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { Adapter } from '../model/adapter.js'
import { database, type DatabaseIdentity } from '../model/database.js'
import type { Log } from './logger.js'
import { secretsIn } from './redact.js'
import { mayChangeSessions } from './session-cache.js'
import type { TokenSealing } from './seal-tokens.js'
import type { StoreMemory } from './store-memory.js'
import type { MeasuredWork, ResolvedTelemetry } from './telemetry.js'

/** An adapter method, except `transaction`, which passes a separate store to its callback. */
export type StoreMethod = Exclude<keyof Adapter, 'transaction'>

type MethodOf<Name extends StoreMethod> = NonNullable<Adapter[Name]>

/** The adapter as the engine calls it. */
export interface Store {
  /** What this process has cached about the store. */
  readonly memory: StoreMemory
  /**
   * Whether every adapter that shares this memory reads the same rows. An app may have copied an
   * adapter to filter the rows of a tenant.
   */
  readonly mayCacheRows: boolean
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
  /** Runs `work` in a transaction: all its writes are committed, or none if `work` throws. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/** What a store does besides calling the adapter. */
interface StoreExtras {
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
  { telemetry, sealing, onChange }: StoreExtras = {},
): Store {
  const run = <Result>(name: keyof Adapter, args: readonly unknown[]): Promise<Result> => {
    const call = (): Promise<Result> => callMethod(adapter, name, args, log)
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
    const noteChange = (): void => {
      isChanged = true
      onChange?.()
    }
    const extras = { telemetry, sealing, onChange: noteChange }
    try {
      return await run('transaction', [
        (inside: Adapter) => work(openStore(inside, log, memory, extras)),
      ])
    } finally {
      // Until the commit, others read and cache the old rows.
      if (isChanged) memory.sessions.forgetAll()
    }
  }
  const identity = (adapter as Partial<Record<typeof database, DatabaseIdentity>>)[database]
  return {
    memory,
    mayCacheRows: !memory.isShared && (identity === undefined || identity.adapter === adapter),
    has: (...names) => names.every((name) => typeof adapter[name] === 'function'),
    require: (...names) => requireMethods(adapter, names),
    call: (name, ...args) =>
      sealing ? sealing.run(name, args, (sealed) => call(name, sealed)) : call(name, args),
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

/** Called on the adapter itself, because it may be a class instance that uses `this`. */
async function callMethod<Result>(
  adapter: Adapter,
  name: keyof Adapter,
  args: readonly unknown[],
  log: Log,
): Promise<Result> {
  requireMethods(adapter, [name])
  const method = adapter[name] as (...args: readonly unknown[]) => unknown
  log.debug('adapter', name)
  try {
    // The adapter's type declares what this method returns.
    return (await Reflect.apply(method, adapter, args)) as Result
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    const error = new AdapterError(
      `The adapter's method \`${name}\` failed. Check that the database is running and has all tables and columns. The cause has the details.`,
      { cause },
    )
    throw hideInLogs(error, secretsIn(args))
  }
}

function requireMethods(adapter: Adapter, names: readonly (keyof Adapter)[]): void {
  const missing = names.filter((name) => typeof adapter[name] !== 'function')
  if (missing.length === 0) return
  const list = missing.map((name) => `\`${name}\``).join(', ')
  throw new MissingAdapterMethods(
    `The adapter has no method ${list}, which this feature needs. Add it, or use another adapter.`,
  )
}
