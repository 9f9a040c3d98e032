import type { Context } from '../context/context.js'
import { finishLater } from '../context/run-later.js'
import { operationsOf } from '../store/operations.js'
import { placeOf } from './place.js'

/** Seconds between two automatic purges of one store in one process. */
const purgeInterval = 60 * 60
const mostPlaces = 1000

/**
 * Deletes expired rows, and users whose grace period is over, at most once an hour for each process
 * and store. The request does not wait for it.
 *
 * This needs an adapter with `deleteExpired`. With other adapters, an expired row is deleted when
 * it is read.
 */
export function purgeNowAndThen(ctx: Context, deleteDueUsers?: () => Promise<void>): void {
  const { store } = ctx.config
  const purge = store && operationsOf(ctx).purge
  if (!store || !(purge ?? deleteDueUsers)) return
  const { purges } = store.memory
  const place = placeOf(ctx, store)
  if ((purges.get(place) ?? -Infinity) + purgeInterval > ctx.now) return
  if (purges.size >= mostPlaces) purges.clear()
  purges.set(place, ctx.now)
  const work = [purge?.(new Date(ctx.now * 1000)), deleteDueUsers?.()]
  for (const done of work) {
    if (done)
      finishLater(
        ctx,
        done.catch((error: unknown) => ctx.log.error(error)),
      )
  }
}
