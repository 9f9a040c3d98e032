import { ServerBusy } from '../errors/request-errors.js'

/** Runs one slow function when one of the few places for it is free. */
export type RunHash = <T>(work: () => Promise<T>) => Promise<T>

/** Limits how many passwords are hashed at once, because each takes a thread and much memory. */
export interface HashQueue {
  /**
   * Runs a task that may hash. Throws `ServerBusy` at once if too many tasks are under way, before
   * the task learns anything about a user.
   */
  enter<T>(task: (run: RunHash) => Promise<T>): Promise<T>
  /** Whether `enter` would accept a task now. */
  hasRoom(): boolean
}

/** Seconds until an overloaded server should be asked again. */
const retryAfter = 2

/** Creates a queue. `atOnce` hashes run, and `waiting` more tasks are accepted. */
export function createHashQueue(atOnce: number, waiting: number): HashQueue {
  let tasks = 0
  let running = 0
  const turns: (() => void)[] = []

  const run: RunHash = async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => turns.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next one takes over the place, so that a newcomer cannot overtake it.
      const next = turns.shift()
      if (next) next()
      else running -= 1
    }
  }
  const hasRoom = (): boolean => tasks < atOnce + waiting

  return {
    hasRoom,
    enter: async (task) => {
      if (!hasRoom()) {
        throw new ServerBusy('Too many passwords are being checked at once.', retryAfter)
      }
      tasks += 1
      try {
        return await task(run)
      } finally {
        tasks -= 1
      }
    },
  }
}
