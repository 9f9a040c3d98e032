import type { Context } from '../context/context.js'
import type { CurrentUser } from '../session/strategy.js'
import { operationsOf } from '../store/operations.js'

/**
 * Runs the removals of a user's factors and accounts one after the other, as far as one process goes. The
 * second of two equal requests then finds that the first one has replaced their session.
 */
export async function removeInTurn<Result>(
  ctx: Context,
  { user }: CurrentUser,
  remove: () => Promise<Result>,
): Promise<Result> {
  return operationsOf(ctx).runExclusive(`removal-of:${user.id}`, remove)
}
