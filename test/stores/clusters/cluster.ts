import type { Adapter } from '../../../src/model/adapter.js'

/** Database servers that serve two apps, and one of which can be killed. */
export interface Cluster {
  /** One for each app, each with connections of its own. */
  readonly adapters: readonly Adapter[]
  /** Milliseconds for which a session that one app has ended may be alive at the other one. */
  readonly bound: number
  /** Kills a node with SIGKILL and returns what it was. */
  kill(round: number): Promise<string>
  /** Brings the killed node back. Resolves when the cluster is whole. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/** Milliseconds until a load balancer, or what promotes a replica, notices that a node is gone. */
export const detection = 2000

/** Removes what was started, the last first. */
export class CleanUp {
  readonly #tasks: (() => unknown)[] = []

  after<T>(value: T, task: (value: T) => unknown): T {
    this.#tasks.push(() => task(value))
    return value
  }

  async run(): Promise<void> {
    for (const task of this.#tasks.splice(0).toReversed()) await task()
  }
}
