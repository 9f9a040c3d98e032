import type { Context } from '../context/context.js'
import { operationsOf } from '../store/operations.js'
import { placeOf } from './place.js'

/** Seconds between two purges of one store that a process does by itself. */
const purgeInterval = 60 * 60
const mostPlaces = 1000

/**
 * Deletes what has expired, at most once an hour, process and store, beside the request and not in
 * its way.
 *
 * Only with adapters that have `deleteExpired`; with others an expired row goes when it is seen.
 */
export function purgeNowAndThen(ctx: Context): void {
  const { store } = ctx.config
  const purge = store && operationsOf(ctx).purge
  if (!purge) return
  const { purges } = store.memory
  const place = placeOf(ctx, store)
  if ((purges.get(place) ?? -Infinity) + purgeInterval > ctx.now) return
  if (purges.size >= mostPlaces) purges.clear()
  purges.set(place, ctx.now)
  purge(new Date(ctx.now * 1000)).catch((error: unknown) => {
    ctx.log.error(error)
  })
}
