import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'

/**
 * Returns a key that separates stores which share one memory. It is empty if the store has its own.
 *
 * A config function that selects a database usually does so by the request's address.
 */
export function placeOf(ctx: Context, { memory }: Store): string {
  return memory.isShared ? `${ctx.origin}${ctx.config.basePath}` : ''
}
