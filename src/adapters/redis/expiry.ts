import { findClaim, release } from './claims.js'
import { readNames } from './connection.js'
import { requireTime } from './encoding.js'
import { removeDueFactor } from './factors.js'
import { buckets } from './keys.js'
import { dueScript, removeDueScript } from './row-scripts.js'
import { removeDueTokenScript } from './verification-token-scripts.js'
import type { Store } from './store.js'

/** Number of buckets that are swept at once, and of rows in each. A request waits for all of their commands. */
const bucketsAtOnce = 8
const page = 25

/**
 * Deletes the sessions, verification tokens and factors that expired before `now`, bucket by bucket.
 */
export async function deleteExpired(store: Store, now: Date): Promise<void> {
  const before = String(requireTime(now))
  for (let first = 0; first < buckets.length; first += bucketsAtOnce) {
    const swept = buckets.slice(first, first + bucketsAtOnce)
    await Promise.all(swept.map((bucket) => sweepBucket(store, bucket, before)))
  }
}

async function sweepBucket(store: Store, bucket: string, before: string): Promise<void> {
  const index = [store.keys.index(bucket)]
  for (let kept = 0; ;) {
    const args = [before, String(kept), String(page)]
    const members = readNames(await store.connection.run(dueScript, index, args))
    if (members.length === 0) return
    const states = await Promise.all(
      members.map((member) => {
        if (member.startsWith('session:'))
          return removeDueSession(store, member.slice('session:'.length), before)
        if (member.startsWith('factor:'))
          return removeDueFactor(store, member.slice('factor:'.length), before)
        return removeDueToken(store, bucket, member, before)
      }),
    )
    kept += states.filter((state) => state === 'kept').length
  }
}

async function removeDueSession(store: Store, field: string, before: string): Promise<unknown> {
  const place = store.keys.session(field)
  const held = await findClaim(store, place)
  if (held) {
    const { sessions, sessionIndex } = store.keys.user(held.owner)
    const args = [field, before]
    const state = await store.connection.run(removeDueScript, [sessions, sessionIndex], args)
    if (state === 'kept') return state
  }
  return release(store, place, held ?? { owner: '', text: '' })
}

function removeDueToken(
  store: Store,
  bucket: string,
  member: string,
  before: string,
): Promise<unknown> {
  const shelf = store.keys.shelf(bucket, member)
  return store.connection.run(removeDueTokenScript, [shelf.key, shelf.index], [member, before])
}
