import { toSecrets, type Secrets } from '../crypto/secrets.js'
import { platformRandom, type Random } from '../crypto/random.js'
import { toAddress, type Address } from '../http/parse-url.js'
import { systemTime, type Sleep, type Time } from '../http/time.js'
import type { Adapter } from '../model/adapter.js'
import { identityOf, type DatabaseIdentity } from '../model/database.js'
import type { LimitStore } from '../model/limits.js'
import type { MistakeReport } from '../model/mistake-report.js'
import { createOAuthMemory, type OAuthMemory } from '../oauth/oauth-memory.js'
import { createAuditState, type AuditState } from './audit-state.js'
import type { DevServer } from './logger.js'
import { createMemoryLimits } from './memory-limits.js'
import { createStoreMemory, type StoreMemory } from './store-memory.js'
import { ValidatedOptions } from './validated-options.js'

/** The parts of a runtime that tests can replace. */
export interface RuntimeOptions {
  /** Returns milliseconds since the epoch. Default: the system clock. */
  readonly clock?: (() => number) | undefined
  /** Resolves after the given number of milliseconds. Default: a timer. */
  readonly sleep?: Sleep | undefined
  /** Returns the given number of random bytes. Default: the platform's generator. */
  readonly random?: Random | undefined
}

type Memories = WeakMap<object, Map<string, StoreMemory>>

/**
 * After this many new drivers without a repeated one, the app is known to create a driver for each
 * request.
 */
const mostNewDrivers = 16

/**
 * The maximum number of secret lists and of URLs per owner. An app has one or two, and a
 * multi-tenant app has more.
 */
const mostKept = 100

/**
 * Everything that outlives a request: the clock, caches and counters. A runtime belongs to one
 * owner, see decision 020.
 */
export class Runtime implements Time {
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number
  readonly sleep: Sleep
  readonly random: Random
  /** For objects that are created before the constructor has set the clock. */
  readonly #time: Time = {
    clock: () => this.clock(),
    sleep: (milliseconds, unneeded) => this.sleep(milliseconds, unneeded),
  }
  /** Counts attempts if the adapter cannot, or while it fails. */
  readonly limits: LimitStore = createMemoryLimits()
  /** Records one-time values that were already used. */
  readonly spent: LimitStore = createMemoryLimits()
  readonly oauth: OAuthMemory = createOAuthMemory(this.#time)
  /** @internal */
  readonly audit: AuditState = createAuditState()
  /** Keys of warnings and mistakes that were already logged. */
  readonly logged: Set<string> = new Set()
  /** Set if the app runs on the dev server, whose pages show what the log says. */
  devServer: DevServer | undefined
  /** The error that the last redirect to a page was about. Set on the dev server only. */
  lastReport: { readonly type: string; readonly report: MistakeReport } | undefined
  /** Whether the first config of this owner has been checked. */
  isExamined: boolean = false
  /** Whether a whole config of this owner was valid. */
  isProven: boolean = false
  /**
   * The options that need no validation again.
   *
   * @internal
   */
  readonly validated: ValidatedOptions = new ValidatedOptions()
  readonly #memories: Memories
  readonly #shared: StoreMemory = createStoreMemory({ isShared: true, time: this.#time })
  readonly #secrets = new Map<string, Secrets>()
  readonly #addresses = new Map<string, Address | undefined>()
  #lastSecrets: Secrets | undefined
  /** Objects of features that not every app loads, by name. */
  readonly #kept: Map<string, object>
  #newDrivers = 0
  #keepsDrivers = false

  constructor(
    options: RuntimeOptions = {},
    memories: Memories = new WeakMap(),
    kept: Map<string, object> = new Map(),
  ) {
    this.clock = options.clock ?? systemTime.clock
    this.sleep = options.sleep ?? systemTime.sleep
    this.random = options.random ?? platformRandom
    this.#memories = memories
    this.#kept = kept
  }

  /**
   * Creates a runtime for another owner in the same process. Both share the cache of a store that
   * both use, so that a revocation takes effect in both at once. They also share what `keep` keeps,
   * because a process has one memory and one pool of threads.
   */
  beside(): Runtime {
    return new Runtime({}, this.#memories, this.#kept)
  }

  /** Returns the cache for an adapter's store, which is identified by its database driver. */
  memoryOf(adapter: Adapter): StoreMemory {
    return this.#find(adapter) ?? this.#keep(adapter)
  }

  /**
   * Like `memoryOf`, for a config function that runs at every request and may create a driver each
   * time. A cache per driver would never be used again. Once that is certain, all stores of this
   * owner share one cache, and its entries are separated by origin and base path.
   */
  memoryOfLoaded(adapter: Adapter): StoreMemory {
    const known = this.#find(adapter)
    if (known) this.#keepsDrivers = true
    else this.#newDrivers += 1
    const memory = known ?? this.#keep(adapter)
    const isLost = !this.#keepsDrivers && this.#newDrivers > mostNewDrivers
    return isLost ? this.#shared : memory
  }

  /**
   * Returns the same frozen list for equal secrets, because derived keys and decrypted tokens are
   * cached by list. Undefined if the app has no secret.
   *
   * @internal
   */
  secretsOf(given: unknown): Secrets | undefined {
    if (this.#lastSecrets && isSameList(given, this.#lastSecrets)) return this.#lastSecrets
    const secrets = toSecrets(given)
    this.#lastSecrets = secrets && recall(this.#secrets, JSON.stringify(secrets), () => secrets)
    return this.#lastSecrets
  }

  /**
   * Returns the parts of an http or https URL, or undefined if it is not valid. The same few are in
   * every config, so they are kept.
   *
   * @internal
   */
  addressOf(url: string): Address | undefined {
    return recall(this.#addresses, url, () => toAddress(url))
  }

  /** Returns the object with this name. Creates it the first time. The name must stand for a type. */
  keep<T extends object>(name: string, create: () => T): T {
    const known = this.#kept.get(name)
    if (known) return known as T
    const created = create()
    this.#kept.set(name, created)
    return created
  }

  #find(adapter: Adapter): StoreMemory | undefined {
    const { driver, name } = identify(adapter)
    return this.#memories.get(driver)?.get(name)
  }

  #keep(adapter: Adapter): StoreMemory {
    const { driver, name } = identify(adapter)
    const memory = createStoreMemory({ isShared: false, time: this.#time })
    const ofDriver = this.#memories.get(driver) ?? new Map<string, StoreMemory>()
    this.#memories.set(driver, ofDriver.set(name, memory))
    return memory
  }
}

function recall<T>(kept: Map<string, T>, name: string, create: () => T): T {
  if (kept.has(name)) return kept.get(name) as T
  if (kept.size >= mostKept) kept.clear()
  const created = create()
  kept.set(name, created)
  return created
}

/** Whether an option holds these very secrets. */
function isSameList(given: unknown, [first, ...older]: Secrets): boolean {
  if (typeof given === 'string') return given === first && older.length === 0
  if (!Array.isArray(given) || given.length !== older.length + 1) return false
  return given[0] === first && older.every((secret, at) => given[at + 1] === secret)
}

function identify(adapter: Adapter): DatabaseIdentity {
  return identityOf(adapter) ?? { driver: adapter, name: '' }
}

/** Creates a runtime that shares nothing with other runtimes, as if it ran in its own process. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  return new Runtime(options)
}

/** For configs without an owner, such as a config that is passed directly to `Auth`. */
export const runtimeOfProcess: Runtime = new Runtime()

const runtimes = new WeakMap<object, Runtime>()

/** Returns the runtime of an owner. If the owner is a runtime, returns the owner. */
export function runtimeOf(owner: object): Runtime {
  if (owner instanceof Runtime) return owner
  const runtime = runtimes.get(owner) ?? runtimeOfProcess.beside()
  runtimes.set(owner, runtime)
  return runtime
}
