import type { Answer } from './visitor.js'

type Kind = 'signIns' | 'signOuts' | 'revocations'
/** A wrong answer, an acknowledged write that is lost, or a session that lives after its end. */
export type Violation = 'wrong' | 'lost' | 'revived'

/** What all lanes have met. */
export class Tally {
  requests = 0
  refused = 0
  /** Milliseconds of the longest request. */
  readonly longestRequest = { read: 0, write: 0 }
  readonly done: Record<Kind | 'reads', number> = {
    signIns: 0,
    signOuts: 0,
    revocations: 0,
    reads: 0,
  }
  readonly violations: Record<Violation, string[]> = { wrong: [], lost: [], revived: [] }
  /** Milliseconds from the first refused request of one lane to its next one that worked. */
  readonly longestRecovery = { read: 0, write: 0 }
  /** When the last refused answer came, by `performance.now()`. */
  readonly lastRefusal = { read: 0, write: 0 }

  /** Counts the requests of one lane. */
  openLane(): LaneTally {
    return new LaneTally(this)
  }

  note(violation: Violation, what: string): void {
    this.violations[violation].push(what)
    process.stdout.write(`load: ${violation.toUpperCase()}: ${what}\n`)
  }
}

export class LaneTally {
  readonly #all: Tally
  readonly #failingSince: { read?: number; write?: number } = {}

  constructor(all: Tally) {
    this.#all = all
  }

  async write<Value>(kind: Kind, request: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    return this.#count('write', kind, request)
  }

  async read<Value>(request: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    return this.#count('read', 'reads', request)
  }

  note(violation: Violation, what: string): void {
    this.#all.note(violation, what)
  }

  async #count<Value>(
    way: 'read' | 'write',
    kind: Kind | 'reads',
    request: () => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    const begun = performance.now()
    const answer = await request().catch((thrown: unknown): Answer<Value> => ({
      is: 'wrong',
      what: String(thrown),
    }))
    const now = performance.now()
    this.#all.requests += 1
    const { longestRequest, longestRecovery, lastRefusal } = this.#all
    longestRequest[way] = Math.max(longestRequest[way], now - begun)
    if (answer.is === 'wrong') this.note('wrong', answer.what)
    if (answer.is === 'done') {
      this.#all.done[kind] += 1
      const recovery = now - (this.#failingSince[way] ?? now)
      longestRecovery[way] = Math.max(longestRecovery[way], recovery)
      delete this.#failingSince[way]
    } else {
      this.#all.refused += answer.is === 'refused' ? 1 : 0
      this.#failingSince[way] ??= begun
      lastRefusal[way] = now
    }
    return answer
  }
}
