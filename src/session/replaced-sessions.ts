import type { Context } from '../context/context.js'
import { operationsOf } from '../store/operations.js'

/**
 * Records that another session replaces the one with the key, and whose it was. Call it before the row
 * is deleted, so that a read that finds no row finds the record.
 */
export async function recordReplacement(ctx: Context, key: string, userId: string): Promise<void> {
  ctx.notes.replacedSessions.add(key)
  try {
    await operationsOf(ctx).recordReplacement(key, userId)
  } catch (error) {
    // The record only protects a cookie, and the user has proven enough for the new session.
    ctx.log.error(error)
  }
}

/** The end of all other sessions has removed what this request had recorded. */
export async function recordReplacementsAgain(ctx: Context, userId: string): Promise<void> {
  for (const key of ctx.notes.replacedSessions) await recordReplacement(ctx, key, userId)
}

/**
 * Whether a session was replaced a moment ago. The browser has the cookie of the new session then, and an
 * answer to a request that was sent before must not remove it. The former session has still ended.
 */
export async function wasReplaced(ctx: Context, key: string): Promise<boolean> {
  return operationsOf(ctx).wasReplaced(key)
}
