import type { AdapterFactor } from '../../model/adapter.js'
import { readNames } from './connection.js'
import { requireTime } from './encoding.js'
import { buckets } from './keys.js'
import { define } from './script.js'
import type { Store } from './store.js'

/** Users that one call returns from each bucket. The next call finds the others. */
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

/** Reads the owners of a bucket whose time has come. */
export async function listDueOwners(
  { connection, keys }: Store,
  now: Date,
): Promise<readonly string[]> {
  const before = `(${requireTime(now)}`
  const found = await Promise.all(
    buckets.map(async (bucket) =>
      readNames(
        await connection.send(
          'ZRANGEBYSCORE',
          keys.deletionsOf(bucket),
          '-inf',
          before,
          'LIMIT',
          '0',
          String(page),
        ),
      ),
    ),
  )
  return found.flat()
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
