import type { Context } from './context.js'

/** A count of attempts that has not ended. */
export interface RunningCount {
  /** The key by which the store knows it. */
  readonly key: string
  /** When it ends, in seconds since the epoch. The next count of the key has another end. */
  readonly expires: number
}

/** When there are more counts, all of them are forgotten, and their attempts stay used up. */
const mostCounts = 10_000

/**
 * Notes that a counted attempt was never made. Only this process knows it, because a store cannot
 * count down. In other processes the attempt stays used up, so no process allows more attempts than
 * the limit.
 */
export function giveBackAttempt({ config }: Context, running: RunningCount): void {
  const returned = openReturned(config)
  const id = idOf(running)
  const before = returned.get(id) ?? 0
  if (returned.size >= mostCounts) returned.clear()
  returned.set(id, before + 1)
}

/** Returns how many attempts of a count were never made. */
export function returnedAttempts({ config }: Context, running: RunningCount): number {
  return openReturned(config).get(idOf(running)) ?? 0
}

function openReturned({ runtime }: Context['config']): Map<string, number> {
  return runtime.keep('returned attempts', () => new Map<string, number>())
}

function idOf({ key, expires }: RunningCount): string {
  return `${key} ${expires}`
}
