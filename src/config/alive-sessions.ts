/** Entries of a store; each takes about 200 bytes. */
const mostSeen = 10_000

/**
 * When sessions of one store were last found alive, by the key of their row. Within `recheckAge`
 * the store is not asked again. Bounded: the entry that was seen longest ago goes first.
 */
export class AliveSessions {
  readonly #seen = new Map<string, number>()
  #generation = 0

  /** Whether a session was found alive less than `age` seconds before `now`. */
  wasAlive(key: string, now: number, age: number): boolean {
    const at = this.#seen.get(key)
    return at !== undefined && at + age > now
  }

  /** Grows with every revocation. A reader takes it before it asks the store. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Remembers what a reader found that began at `generation`. If a session has ended since, the
   * reader may have found a row that is gone by now, and nothing is remembered.
   */
  remember(key: string, now: number, generation: number): void {
    if (generation !== this.#generation) return
    this.#seen.delete(key)
    this.#seen.set(key, now)
    if (this.#seen.size <= mostSeen) return
    const { value: oldest } = this.#seen.keys().next()
    if (oldest !== undefined) this.#seen.delete(oldest)
  }

  /** Call it after the row was deleted: until then a reader still finds the row. */
  forget(key: string): void {
    this.#generation += 1
    this.#seen.delete(key)
  }

  /** The same after rows were deleted whose keys are not known. */
  forgetAll(): void {
    this.#generation += 1
    this.#seen.clear()
  }
}
