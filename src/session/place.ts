import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'

/**
 * What tells stores apart that share one memory; empty for a store that has its own.
 *
 * A config function that picks a database mostly does so by the address of the request.
 */
export function placeOf(ctx: Context, { memory }: Store): string {
  return memory.isShared ? `${ctx.origin}${ctx.config.basePath}` : ''
}
