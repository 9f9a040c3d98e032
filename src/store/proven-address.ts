import type { AdapterUser } from '../model/adapter.js'

/** Whether a user has proven to own their address. */
export function hasProvenAddress(user: Pick<AdapterUser, 'emailVerified'>): boolean {
  return provenAt(user) !== undefined
}

/**
 * Returns when a user proved the address. Published adapters may return a string or a number
 * instead of a `Date`. A value that is not a valid date proves nothing, and neither do 0 and 1 from
 * a boolean column.
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
