import { isAuthError } from '../errors/auth-error.js'
import { MissingAdapterMethods } from '../errors/config-errors.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { Adapter } from '../model/adapter.js'
import type { Log } from './logger.js'
import { secretsIn } from './redact.js'
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
}

export function openStore(
  adapter: Adapter,
  log: Log,
  memory: StoreMemory,
  { telemetry, sealing }: StoreExtras = {},
): Store {
  const openInside = (inside: Adapter): Store =>
    openStore(inside, log, memory, { telemetry, sealing })
  const call = <Result>(name: keyof Adapter, args: readonly unknown[]): Promise<Result> => {
    const run = (): Promise<Result> => callMethod(adapter, name, args, log)
    return telemetry ? telemetry.run(measuredCall(name), run) : run()
  }
  return {
    memory,
    has: (...names) => names.every((name) => typeof adapter[name] === 'function'),
    require: (...names) => requireMethods(adapter, names),
    call: (name, ...args) =>
      sealing ? sealing.run(name, args, (sealed) => call(name, sealed)) : call(name, args),
    transaction: (work) => call('transaction', [(inside: Adapter) => work(openInside(inside))]),
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
