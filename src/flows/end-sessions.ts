import type { Context } from '../context/context.js'
import { recordReplacementsAgain } from '../session/replaced-sessions.js'
import { operationsOf } from '../store/operations.js'

/** A session that exists only in its cookie lasts until it expires. The log and the pages say so. */
export function canEndSessions({ config }: Pick<Context, 'config'>): boolean {
  return config.store !== undefined && operationsOf({ config }).canEndSessions
}

/** Ends all sessions of a user but this one, as far as sessions can be ended. */
export async function endOtherSessions(
  ctx: Context,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  if (!canEndSessions(ctx)) return
  await operationsOf(ctx).endOtherSessions(userId, kept)
  await recordReplacementsAgain(ctx, userId)
}

/**
 * Ends all sessions of a user, or all but one, as far as sessions can be ended. Returns the moment
 * from which a new session counts that is to be the only one.
 */
export async function restartSessions(
  ctx: Context,
  userId: string,
  kept?: string,
): Promise<number | undefined> {
  if (!canEndSessions(ctx)) return undefined
  const restartedAt = await operationsOf(ctx).restartSessions(userId, kept)
  await recordReplacementsAgain(ctx, userId)
  return restartedAt
}
