import type { Adapter, AdapterSession } from '../../model/adapter.js'

/** The most beats and ended sessions that are remembered. */
const mostBeats = 64
const mostEnded = 10_000

/**
 * Methods after which a row of a session or its user in a replica is as good as before: they only
 * read, change other tables, or add what a replica does not have yet, which the primary is asked for.
 * After every other method, also one that is added later, the replica has to catch up.
 */
const harmless =
  /^(?:get|list|create|count|use|consume|lease|swap|link|lock)|^(?:updateAccount|updateAuthenticator|updateAuthenticatorCounter|deleteExpired)$/

/**
 * Tells how far a replica has come. This process writes a number to the primary now and then, a beat,
 * and remembers when it began to. A replica that shows the number shows all that was committed before
 * that moment. All times are milliseconds of this process's own clock, so no two clocks are compared.
 */
export class Beats {
  /** Names the row of this process. */
  readonly key: string = `latchkey:replica:${crypto.randomUUID()}`
  readonly #longestLag: number
  /** When each beat began, by its number. Only beats that the primary has confirmed. */
  readonly #begun = new Map<number, number>()
  /** When this process has ended a session, or has changed its end. */
  readonly #ended = new Map<string, number>()
  #number = 0
  #lastBegun = -Infinity
  #isBeating = false
  /** When this process has last changed something that may concern every session. */
  #changedAt = -Infinity
  #pausedUntil = -Infinity

  constructor(longestLag: number) {
    this.#longestLag = longestLag
  }

  /**
   * Returns the moment whose commits a read must see. Undefined if the primary has to be asked, because
   * this process has just changed the session or the replica was not of use.
   */
  requiredFor(sessionToken: string, now: number): number | undefined {
    if (now < this.#pausedUntil) return undefined
    const endedAt = this.#ended.get(sessionToken)
    if (endedAt !== undefined && endedAt >= now - this.#longestLag) return undefined
    return Math.max(now - this.#longestLag, this.#changedAt)
  }

  /** Whether the primary has confirmed a beat that is recent enough. Otherwise no replica can show one. */
  mayBeSeen(required: number): boolean {
    return [...this.#begun.values()].some((begun) => begun > required)
  }

  /** Whether a row that shows this beat is recent enough. */
  isRecent(number: number, required: number): boolean {
    return (this.#begun.get(number) ?? -Infinity) > required
  }

  /** Begins a beat if one is due. No read waits for it. */
  keepUp(now: number, beat: (key: string, number: number) => Promise<void>): void {
    const isOutdated = this.#changedAt >= this.#lastBegun
    const pause = this.#longestLag / (isOutdated ? 8 : 4)
    if (this.#isBeating || now < this.#lastBegun + pause) return
    this.#isBeating = true
    this.#lastBegun = now
    this.#number += 1
    const number = this.#number
    beat(this.key, number).then(
      () => {
        this.#isBeating = false
        this.#begun.set(number, now)
        this.#begun.delete(number - mostBeats)
      },
      () => {
        this.#isBeating = false
        this.pause(now + this.#longestLag)
      },
    )
  }

  /** Leaves the replica alone until then. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  noteChange(method: keyof Adapter, args: readonly unknown[], now: number): void {
    if (harmless.test(method)) return
    const session = sessionIn(method, args)
    if (session === undefined || !this.#hasRoom(now)) this.#changedAt = now
    else {
      // The oldest entry stays the first one.
      this.#ended.delete(session)
      this.#ended.set(session, now)
    }
  }

  /** Drops what is older than the bound. Without room, all sessions count as changed. */
  #hasRoom(now: number): boolean {
    for (const [key, endedAt] of this.#ended) {
      if (endedAt >= now - this.#longestLag) break
      this.#ended.delete(key)
    }
    return this.#ended.size < mostEnded
  }
}

/** Returns the key of the only session that a call changes. */
function sessionIn(method: keyof Adapter, [changed]: readonly unknown[]): string | undefined {
  if (method === 'deleteSession') return typeof changed === 'string' ? changed : undefined
  return method === 'updateSession' ? (changed as AdapterSession).sessionToken : undefined
}
