import type { AsyncLocalStorage } from 'node:async_hooks'

/** A wait of the engine, and whose it is. */
interface Sleeper<Task> {
  readonly task: Task | undefined
  readonly until: number
  readonly wake: () => void
  /** Whether the task works in the meantime, and the wait only limits its time. */
  isLimit: boolean
}

/**
 * The clock that the engine reads and the timers that it sets. Time stands still until
 * {@link advance} is called, which the scheduler does when no step can be taken.
 *
 * This is the one place that knows how the engine waits.
 */
export class VirtualTime<Task> {
  now: number
  readonly #current: AsyncLocalStorage<Task>
  #sleepers: Sleeper<Task>[] = []

  constructor(start: number, current: AsyncLocalStorage<Task>) {
    this.now = start
    this.#current = current
  }

  /** Calls `wake` once the time has come. */
  sleep(wake: () => void, milliseconds: number): object {
    const task = this.#current.getStore()
    const sleeper = {
      task,
      until: this.now + milliseconds,
      wake,
      isLimit: false,
      // The engine calls it for a wait that ends with the work that it limits.
      unref: () => void (sleeper.isLimit = true),
    }
    this.#sleepers.push(sleeper)
    return sleeper
  }

  /** Ends a wait that is no longer needed. Otherwise its task would seem to be asleep. */
  cancel(sleeper: object): void {
    this.#sleepers = this.#sleepers.filter((one) => one !== sleeper)
  }

  isAsleep(task: Task): boolean {
    return this.#sleepers.some((sleeper) => sleeper.task === task && !sleeper.isLimit)
  }

  /** Wakes the sleeper whose time comes first. Returns false if nothing sleeps. */
  advance(): boolean {
    const next = this.#sleepers.reduce<Sleeper<Task> | undefined>(
      (first, one) => (first && first.until <= one.until ? first : one),
      undefined,
    )
    if (!next) return false
    this.#sleepers = this.#sleepers.filter((one) => one !== next)
    this.now = Math.max(this.now, next.until)
    next.wake()
    return true
  }

  /** Forgets the waits of tasks that have ended with their process. */
  forget(isGone: (task: Task | undefined) => boolean): void {
    this.#sleepers = this.#sleepers.filter(({ task }) => !isGone(task))
  }
}

/** What stands in for the globals of the same names; `clock` tells which time it is. */
export function timeGlobals(
  clock: () => Pick<VirtualTime<never>, 'now' | 'sleep' | 'cancel'>,
): TimeGlobals {
  return {
    Date: class VirtualDate extends Date {
      constructor(...given: readonly unknown[]) {
        super(...((given.length === 0 ? [clock().now] : given) as [number]))
      }
      static override now = (): number => clock().now
      // A row may hold a date that was made outside the engine.
      static override [Symbol.hasInstance] = isDate
    } as unknown as DateConstructor,
    setTimeout: (wake, milliseconds = 0) => clock().sleep(wake, milliseconds),
    clearTimeout: (sleeper) => clock().cancel(sleeper),
    // An outgoing request that hangs is a step that is not taken: no timer is needed.
    AbortSignal: { timeout: () => new AbortController().signal },
  }
}

interface TimeGlobals {
  readonly Date: DateConstructor
  readonly setTimeout: (wake: () => void, milliseconds?: number) => object
  readonly clearTimeout: (sleeper: object) => void
  readonly AbortSignal: { readonly timeout: () => AbortSignal }
}

function isDate(value: unknown): boolean {
  return value instanceof Date
}
