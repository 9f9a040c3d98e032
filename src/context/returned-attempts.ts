import type { Context } from './context.js'

/** A count of attempts that has not ended. */
export interface RunningCount {
  /** The key by which the store knows it. */
  readonly key: string
  /** When it ends, in seconds since the epoch. The next count of the key has another end. */
  readonly expires: number
}

/**
 * When there are more counts, those that have ended are forgotten. If that is not enough, all of them
 * are, and their attempts stay used up.
 */
const mostCounts = 10_000

interface Returned {
  readonly attempts: number
  /** When the count ends, in seconds since the epoch. */
  readonly expires: number
}

/**
 * Notes that a counted attempt does not count. Only this process knows it, because a store cannot
 * count down. In other processes the attempt stays used up, so no process allows more attempts than
 * the limit.
 */
export function giveBackAttempt(ctx: Context, running: RunningCount): void {
  const returned = openReturned(ctx)
  const id = idOf(running)
  const attempts = (returned.get(id)?.attempts ?? 0) + 1
  if (returned.size >= mostCounts) forgetEnded(returned, ctx.now)
  returned.set(id, { attempts, expires: running.expires })
}

/** Returns how many attempts of a count were given back. */
export function returnedAttempts(ctx: Context, running: RunningCount): number {
  return openReturned(ctx).get(idOf(running))?.attempts ?? 0
}

function forgetEnded(returned: Map<string, Returned>, now: number): void {
  for (const [id, { expires }] of returned) if (expires <= now) returned.delete(id)
  if (returned.size >= mostCounts) returned.clear()
}

function openReturned({ config }: Context): Map<string, Returned> {
  return config.runtime.keep('returned attempts', () => new Map<string, Returned>())
}

function idOf({ key, expires }: RunningCount): string {
  return `${key} ${expires}`
}
