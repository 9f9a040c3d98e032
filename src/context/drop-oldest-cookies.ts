import type { ResolvedCookie } from '../config/cookies.js'
import type { Context } from './context.js'

/**
 * Drops the oldest of the cookies that share the beginning of a name, so that one more makes `most`.
 *
 * What follows in their names begins with a time, so that the first in order is the oldest.
 */
export function dropOldestCookies(
  { jar }: Context,
  { name, attributes }: ResolvedCookie,
  most: number,
): void {
  const kept = [...jar.names(`${name}.`)].sort()
  for (const old of kept.slice(0, Math.max(0, kept.length - most + 1))) jar.delete(old, attributes)
}
