/**
 * Reads a flag from a service that may send it as a string. `null` says nothing about the
 * address, because a missing flag is not a denial. `undefined` would let the `email_verified`
 * claim decide instead.
 */
export function readFlag(flag: unknown): boolean | null {
  if (flag === undefined || flag === null) return null
  return flag === true || flag === 'true'
}
