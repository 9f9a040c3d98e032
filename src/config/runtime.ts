import { platformRandom, type Random } from '../crypto/random.js'
import type { Adapter } from '../model/adapter.js'
import { database, type DatabaseIdentity } from '../model/database.js'
import type { LimitStore } from '../model/limits.js'
import { createOAuthMemory, type OAuthMemory } from '../oauth/oauth-memory.js'
import { createMemoryLimits } from './memory-limits.js'
import { createStoreMemory, type StoreMemory } from './store-memory.js'

/** What a test may replace. */
export interface RuntimeOptions {
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly clock?: (() => number) | undefined
  /** Resolves after so many milliseconds. Default: a timer. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
  /** So many random bytes. Default: the platform's generator. */
  readonly random?: Random | undefined
}

type Memories = WeakMap<object, Map<string, StoreMemory>>

/** A driver for every request looks like this many new ones of which none comes back. */
const mostNewDrivers = 16

/** Lists of secrets that one owner uses; an application has one or two, tenants have more. */
const mostSecrets = 100

/** Everything that outlives a request. It belongs to one owner: see decision 020. */
export class Runtime {
  readonly clock: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly random: Random
  /** Counts attempts where the adapter cannot, or while it fails. */
  readonly limits: LimitStore = createMemoryLimits()
  /** What works once and was used. */
  readonly spent: LimitStore = createMemoryLimits()
  readonly oauth: OAuthMemory = createOAuthMemory()
  /** Warnings and mistakes that were logged. */
  readonly said: Set<string> = new Set()
  /** Whether a config of this owner was checked when it was loaded. */
  isExamined: boolean = false
  /** Whether a whole config of this owner was found to be valid. */
  isProven: boolean = false
  readonly #memories: Memories
  readonly #shared: StoreMemory = createStoreMemory({ isShared: true })
  readonly #secrets = new Map<string, readonly string[]>()
  #newDrivers = 0
  #keepsDrivers = false

  constructor(options: RuntimeOptions = {}, memories: Memories = new WeakMap()) {
    this.clock = options.clock ?? (() => Date.now())
    this.sleep = options.sleep ?? wait
    this.random = options.random ?? platformRandom
    this.#memories = memories
  }

  /**
   * A runtime for another owner in the same process. Stores that both open are known to both, so
   * that a revocation holds for each at once.
   */
  beside(): Runtime {
    return new Runtime({}, this.#memories)
  }

  /** The memory of the store behind an adapter, found by its driver. */
  memoryOf(adapter: Adapter): StoreMemory {
    return this.#find(adapter) ?? this.#keep(adapter)
  }

  /**
   * The same for a config function that runs at every request, and may make a driver each time.
   * Nothing would be remembered then. Once that is certain, one memory serves all stores of this
   * owner, and a place tells them apart.
   */
  memoryOfLoaded(adapter: Adapter): StoreMemory {
    const known = this.#find(adapter)
    if (known) this.#keepsDrivers = true
    else this.#newDrivers += 1
    const memory = known ?? this.#keep(adapter)
    const isLost = !this.#keepsDrivers && this.#newDrivers > mostNewDrivers
    return isLost ? this.#shared : memory
  }

  /** The same frozen list for equal secrets: keys and opened tokens are remembered by list. */
  secretsOf(secrets: readonly string[]): readonly string[] {
    const name = JSON.stringify(secrets)
    const known = this.#secrets.get(name)
    if (known) return known
    if (this.#secrets.size >= mostSecrets) this.#secrets.clear()
    const kept = Object.freeze([...secrets])
    this.#secrets.set(name, kept)
    return kept
  }

  #find(adapter: Adapter): StoreMemory | undefined {
    const { driver, name } = identify(adapter)
    return this.#memories.get(driver)?.get(name)
  }

  #keep(adapter: Adapter): StoreMemory {
    const { driver, name } = identify(adapter)
    const memory = createStoreMemory({ isShared: false })
    const ofDriver = this.#memories.get(driver) ?? new Map<string, StoreMemory>()
    this.#memories.set(driver, ofDriver.set(name, memory))
    return memory
  }
}

function identify(adapter: Adapter): DatabaseIdentity {
  const named = (adapter as { readonly [database]?: DatabaseIdentity })[database]
  return named ?? { driver: adapter, name: '' }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Makes a runtime that shares nothing with any other, as if it were a process of its own. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  return new Runtime(options)
}

/** For configs that name no owner, such as one that is passed to `Auth` as it is. */
export const runtimeOfProcess: Runtime = new Runtime()

const runtimes = new WeakMap<object, Runtime>()

/** The runtime of an owner; an owner that is a runtime is its own. */
export function runtimeOf(owner: object): Runtime {
  if (owner instanceof Runtime) return owner
  const runtime = runtimes.get(owner) ?? runtimeOfProcess.beside()
  runtimes.set(owner, runtime)
  return runtime
}
