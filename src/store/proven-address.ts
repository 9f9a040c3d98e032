import type { AdapterUser } from '../model/adapter.js'

/** Whether a user has proven to own their address. */
export function hasProvenAddress(user: Pick<AdapterUser, 'emailVerified'>): boolean {
  return provenAt(user) !== undefined
}

/**
 * When a user proved the address. Published adapters may return text or a number in place of a `Date`.
 * A value that is not a date proves nothing, and neither do the 0 and 1 of a column for booleans.
 */
export function provenAt({ emailVerified }: Pick<AdapterUser, 'emailVerified'>): Date | undefined {
  const given: unknown = emailVerified
  const date = given instanceof Date ? given : new Date(timeOf(given))
  return Number.isNaN(date.getTime()) ? undefined : date
}

function timeOf(given: unknown): string | number {
  if (typeof given === 'string' && !/^\d+$/.test(given)) return given
  const isNumeric = typeof given === 'number' || typeof given === 'string'
  return isNumeric && Number(given) > 1 ? Number(given) : Number.NaN
}
