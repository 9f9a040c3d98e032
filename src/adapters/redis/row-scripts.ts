import { type Script, define, grace } from './script.js'

/** KEYS user, void claims, hash [index] ARGV claim, field, value [expires]. */
export const putScript: Script = define(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 'void' end
if KEYS[4] then
  for _, field in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now)) do
    redis.call('HDEL', KEYS[3], field)
  end
end
if redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3]) == 0 then return 'taken' end
if KEYS[4] then keep(KEYS[3], note(KEYS[4], ARGV[2], ARGV[4])) end
return 'done'
`)

/** KEYS hash [index] ARGV field, old value, new value [expires]. */
export const swapScript: Script = define(`
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 'changed' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[2] then keep(KEYS[1], note(KEYS[2], ARGV[1], ARGV[4])) end
return 'done'
`)

/**
 * KEYS accounts ARGV field, old value, end of its lease, beginning of the new value, duration of its
 * lease. The new value ends with the end of the lease.
 */
export const leaseScript: Script = define(`
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 'changed' end
if tonumber(ARGV[3]) > now then return 'held' end
local ends = string.format('%.0f', now + ARGV[5])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4] .. ends .. '}')
return 'done'
`)

/** KEYS hash [index] ARGV field. Returns the deleted value. */
export const removeScript: Script = define(`
local value = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
if KEYS[2] then redis.call('ZREM', KEYS[2], ARGV[1]) end
return value
`)

/**
 * KEYS pointer. Returns the session and the user.
 *
 * The script derives the user's keys from the pointer. A cluster refuses that, because it must know
 * all keys beforehand. The prefix is read from the pointer's key, because a client may have added
 * its own prefix, which may have braces. The field has none.
 */
export const readSessionScript: Script = define(
  `
local claim = redis.call('GET', KEYS[1])
if not claim then return { false, false } end
local prefix, field = string.match(KEYS[1], '^(.*){[^{}]*}:session:(.*)$')
local user = prefix .. '{user:' .. string.match(claim, '|(.*)$') .. '}'
return { redis.call('HGET', user .. ':sessions', field), redis.call('HGET', user, 'row') }
`,
  '',
)

/** KEYS sessions, index ARGV field to keep. */
export const removeAllScript: Script = define(`
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= ARGV[1] then
    redis.call('HDEL', KEYS[1], field)
    redis.call('ZREM', KEYS[2], field)
  end
end
`)

/**
 * KEYS sessions, index ARGV field, time. Deletes the session if it is expired, and returns whether
 * it is gone.
 */
export const removeDueScript: Script = define(`
local value = redis.call('HGET', KEYS[1], ARGV[1])
if value and not isDue(value, ARGV[2]) then return 'kept' end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 'gone'
`)

/** KEYS pointer, index ARGV member, expires. Extends the expiry of a pointer. */
export const touchScript: Script = define(`
if redis.call('EXISTS', KEYS[1]) == 1 then keep(KEYS[1], note(KEYS[2], ARGV[1], ARGV[2])) end
`)

/** KEYS index ARGV member, expires. */
export const noteScript: Script = define(`
note(KEYS[1], ARGV[1], ARGV[2])
`)

/**
 * KEYS index ARGV time, offset, count. Returns the members that may have expired before that time.
 */
export const dueScript: Script = define(`
local till = math.max(tonumber(ARGV[1]), now) + ${grace}
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', till, 'LIMIT', ARGV[2], ARGV[3])
`)

/**
 * KEYS count ARGV now, expiry of a new count. Uses the caller's clock, with a tolerance of one
 * minute.
 */
export const countAttemptScript: Script = define(`
local count, expires = 0, ARGV[2]
local known = redis.call('GET', KEYS[1])
if known then
  local knownCount, knownExpires = string.match(known, '^(%S+) (%S+)$')
  if tonumber(knownExpires) > tonumber(ARGV[1]) then
    count, expires = tonumber(knownCount), knownExpires
  end
end
count = string.format('%d', count + 1)
redis.call('SET', KEYS[1], count .. ' ' .. expires)
redis.call('PEXPIREAT', KEYS[1], math.max(tonumber(expires), now) + ${60 * 1000})
return { count, expires }
`)
