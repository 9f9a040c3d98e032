/** The maximum number of cached sessions per store. An entry takes about 200 bytes. */
const mostSeen = 10_000

/**
 * Caches when each session of a store was last found valid, by the key of its row. Within
 * `recheckAge` seconds the engine does not query the store again. When the cache is full, it drops
 * the entry that was checked longest ago.
 */
export class AliveSessions {
  readonly #seen = new Map<string, number>()
  #generation = 0

  /** Whether the session was found valid less than `age` seconds before `now`. */
  wasAlive(key: string, now: number, age: number): boolean {
    const at = this.#seen.get(key)
    return at !== undefined && at + age > now
  }

  /**
   * Increases with every revocation. Read it before you query the store, and pass it to `remember`.
   */
  get generation(): number {
    return this.#generation
  }

  /**
   * Caches a session that a query found valid. `generation` is the value from before that query. If
   * a session was revoked in between, the query may have returned a row that is now deleted, so
   * nothing is cached.
   */
  remember(key: string, now: number, generation: number): void {
    if (generation !== this.#generation) return
    this.#seen.delete(key)
    this.#seen.set(key, now)
    if (this.#seen.size <= mostSeen) return
    const { value: oldest } = this.#seen.keys().next()
    if (oldest !== undefined) this.#seen.delete(oldest)
  }

  /**
   * Call this after the row is deleted, because a concurrent reader can find the row until then.
   */
  forget(key: string): void {
    this.#generation += 1
    this.#seen.delete(key)
  }

  /** Like `forget`, for deletions where the keys of the rows are unknown. */
  forgetAll(): void {
    this.#generation += 1
    this.#seen.clear()
  }
}
