import type { AdapterFactor } from '../../model/adapter.js'
import { readNames } from './connection.js'
import { requireTime } from './encoding.js'
import { buckets } from './keys.js'
import { define } from './script.js'
import type { Store } from './store.js'

/** Entries that one command reads. More would keep other clients waiting. */
const page = 100

/**
 * Notes when users are to be deleted, before the rows are written. An entry without a row does no
 * harm, but a row without an entry would never be found.
 */
export async function noteDeletions(
  { connection, keys }: Store,
  owner: string,
  factors: readonly Pick<AdapterFactor, 'type' | 'lastUsedAt'>[],
): Promise<void> {
  for (const { type, lastUsedAt } of factors) {
    if (type !== 'deletion' || !lastUsedAt) continue
    await connection.send('ZADD', keys.deletions(owner), String(requireTime(lastUsedAt)), owner)
  }
}

/**
 * Reads the owners whose time has come. All of them, because the first ones may be users whom the app
 * does not let go, or whose date was moved.
 */
export async function listDueOwners(store: Store, now: Date): Promise<readonly string[]> {
  const before = `(${requireTime(now)}`
  const found = await Promise.all(buckets.map((bucket) => listBucket(store, bucket, before)))
  return found.flat()
}

async function listBucket(
  { connection, keys }: Store,
  bucket: string,
  before: string,
): Promise<readonly string[]> {
  const key = keys.deletionsOf(bucket)
  const found: string[] = []
  for (;;) {
    const limit = ['LIMIT', String(found.length), String(page)]
    const next = readNames(await connection.send('ZRANGEBYSCORE', key, '-inf', before, ...limit))
    found.push(...next)
    if (next.length < page) return found
  }
}

/** Forgets an entry without a row, unless the user has asked again since. */
export async function forgetDeletion(
  { connection, keys }: Store,
  owner: string,
  now: Date,
): Promise<void> {
  await connection.run(forgetScript, [keys.deletions(owner)], [owner, String(requireTime(now))])
}

/** KEYS deletions ARGV owner, time. */
const forgetScript = define(
  `
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if due and tonumber(due) < tonumber(ARGV[2]) then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 'done'
`,
  '',
)
