import type { Context } from '../context/context.js'
import { AccessDenied } from '../errors/request-errors.js'
import { operationsOf } from '../store/operations.js'

/** Records until when a change of a user's address can be undone, in seconds since the epoch. */
export async function recordOpenUndo(ctx: Context, userId: string, until: number): Promise<void> {
  const { moments } = operationsOf(ctx)
  // A later change can be undone for longer.
  await moments.forget(nameOf(userId))
  await moments.record(nameOf(userId), until)
}

/** Throws while a change of the address can be undone. A thief must not prevent that by a deletion. */
export async function requireNoOpenUndo(ctx: Context, userId: string): Promise<void> {
  if ((await operationsOf(ctx).moments.find(nameOf(userId))) === undefined) return
  throw new AccessDenied(
    'The address was changed in the last seven days, and the former one can still be restored. The account can be deleted afterwards.',
  )
}

function nameOf(userId: string): readonly string[] {
  return ['open undo of a new address', userId]
}
