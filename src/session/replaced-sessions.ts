import type { Context } from '../context/context.js'
import { operationsOf } from '../store/operations.js'

/** Seconds for which a request may be on its way with the cookie of a session that was replaced. */
const grace = 60

/**
 * Records that another session replaces the one with this key. Call it before the row is deleted, so that
 * a read that finds no row finds the record.
 */
export async function recordReplacement(ctx: Context, key: string): Promise<void> {
  const { clock } = ctx.config.runtime
  try {
    await operationsOf(ctx).moments.record(nameOf(key), clock() / 1000 + grace)
  } catch (error) {
    // The record only protects a cookie, and the user has proven enough for the new session.
    ctx.log.error(error)
  }
}

/**
 * Whether a session was replaced a moment ago. The browser has the cookie of the new session then, and an
 * answer to a request that was sent before must not remove it. The former session has ended all the same.
 *
 * Ask only if the session has no row. The lookup is a write with many adapters.
 */
export async function wasReplaced(ctx: Context, key: string): Promise<boolean> {
  return (await operationsOf(ctx).moments.find(nameOf(key))) !== undefined
}

function nameOf(key: string): readonly string[] {
  return ['replaced session', key]
}
