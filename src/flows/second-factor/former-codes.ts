import type { Context } from '../../context/context.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'

/**
 * Recovery codes that a user had before a factor was added or removed. Codes that are made after that
 * belong to a newer factor, and the person who saw them relies on them.
 */
export type FormerCodes = readonly Pick<AdapterFactor, 'id'>[]

/** Returns the recovery codes of a user. */
export async function findCodes(ctx: Context, userId: string): Promise<FormerCodes> {
  const rows = await operationsOf(ctx).factors.list(userId)
  return rows.filter(({ type }) => type === 'recovery-code')
}

/** Removes these recovery codes, and none that were made since. */
export async function removeCodes(ctx: Context, codes: FormerCodes): Promise<void> {
  for (const { id } of codes) await operationsOf(ctx).factors.remove(id)
}
