import { ServerBusy } from '../errors/request-errors.js'
import type { RunHash } from '../model/password.js'

/** Limits how many passwords are hashed at once, because each takes a thread and much memory. */
export interface HashQueue {
  /**
   * Runs a task that may hash. Throws `ServerBusy` at once if too many tasks are under way, before
   * the task learns anything about a user.
   */
  enter<T>(task: (run: RunHash) => Promise<T>): Promise<T>
  /** Whether `enter` would accept a task now. */
  hasRoom(): boolean
  /** Throws `ServerBusy` if `enter` would. */
  requireRoom(): void
}

/** Seconds until an overloaded server should be asked again. */
const retryAfter = 2

/**
 * Milliseconds after which a place is free again. A platform may stop the work of a request without
 * an error, and the place of such a task would otherwise be lost as long as the process lives.
 */
const longestStay = 60_000

/** When a task entered, or its hash began, in milliseconds. */
interface Place {
  readonly since: number
}

/** A hash that waits for its place. */
interface Turn extends Place {
  readonly begin: (place: Place) => void
  readonly refuse: (error: ServerBusy) => void
}

/** Creates a queue. `atOnce` hashes run, and `waiting` more tasks are accepted. */
export function createHashQueue(atOnce: number, waiting: number, now: () => Date): HashQueue {
  const tasks = new Set<Place>()
  const running = new Set<Place>()
  let turns: readonly Turn[] = []

  const take = (places: Set<Place>): Place => {
    const place = { since: now().getTime() }
    places.add(place)
    return place
  }

  const beginNext = (): void => {
    while (running.size < atOnce) {
      const [next, ...others] = turns
      if (!next) return
      turns = others
      next.begin(take(running))
    }
  }

  const run: RunHash = async (work) => {
    // A newcomer does not overtake those that wait.
    const place =
      running.size < atOnce && turns.length === 0
        ? take(running)
        : await new Promise<Place>((begin, refuse) => {
            turns = [...turns, { since: now().getTime(), begin, refuse }]
          })
    try {
      return await work()
    } finally {
      running.delete(place)
      beginNext()
    }
  }

  /** Frees the places of work that was stopped. */
  const dropStopped = (): void => {
    const end = now().getTime() - longestStay
    const isOver = ({ since }: Place): boolean => since <= end
    for (const places of [tasks, running]) {
      for (const place of places) if (isOver(place)) places.delete(place)
    }
    const over = turns.filter(isOver)
    turns = turns.filter((turn) => !isOver(turn))
    for (const { refuse } of over) refuse(busy())
    beginNext()
  }

  const hasRoom = (): boolean => {
    dropStopped()
    return tasks.size < atOnce + waiting
  }

  const requireRoom = (): void => {
    if (!hasRoom()) throw busy()
  }

  return {
    hasRoom,
    requireRoom,
    enter: async (task) => {
      requireRoom()
      const place = take(tasks)
      try {
        return await task(run)
      } finally {
        tasks.delete(place)
      }
    },
  }
}

function busy(): ServerBusy {
  return new ServerBusy('Too many passwords are being checked at once.', retryAfter)
}
