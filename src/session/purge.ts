import type { Context } from '../context/context.js'

/** Seconds between two purges that a process does by itself. */
const purgeInterval = 60 * 60

let lastPurge = -Infinity

/**
 * Deletes what has expired, at most once an hour a process, beside the request and not in its way.
 *
 * Only with adapters that have `deleteExpired`; with others an expired row goes when it is seen.
 */
export function purgeNowAndThen(ctx: Context): void {
  const { store } = ctx.config
  if (!store?.has('deleteExpired') || lastPurge + purgeInterval > ctx.now) return
  lastPurge = ctx.now
  store.call('deleteExpired', new Date(ctx.now * 1000)).catch((error: unknown) => {
    ctx.log.error(error)
  })
}
