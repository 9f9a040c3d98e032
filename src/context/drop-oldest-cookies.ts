import type { ResolvedCookie } from '../config/cookies.js'
import type { Context } from './context.js'

/**
 * Deletes the oldest cookies with this name prefix, so that after adding one there are at most
 * `most`.
 *
 * The rest of each name starts with a timestamp, so the names sort by age.
 */
export function dropOldestCookies(
  { jar }: Context,
  { name, attributes }: ResolvedCookie,
  most: number,
): void {
  const kept = [...jar.names(`${name}.`)].sort()
  for (const old of kept.slice(0, Math.max(0, kept.length - most + 1))) jar.delete(old, attributes)
}
