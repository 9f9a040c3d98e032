/** A script, which the server runs atomically. */
export interface Script {
  readonly text: string
  /** Returns the SHA-1 hash by which the server knows the script. */
  hash(): Promise<string>
}

/**
 * Milliseconds for which a row is kept after its `expires`, or after its last change if that is
 * later.
 */
export const grace: number = 60 * 60 * 1000

/** Milliseconds after which a claim without a row is considered left behind by a crash. */
export const patience: number = 10 * 1000

const dayInMs = 24 * 60 * 60 * 1000

/**
 * All times come from the server's clock. `keep` never shortens an expiry, because other data may
 * need the key for longer.
 */
const shared = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function keep(key, till)
  if redis.call('PTTL', key) < till - now then redis.call('PEXPIREAT', key, till) end
end

local function note(index, member, expires)
  local till = math.max(tonumber(expires), now) + ${grace}
  redis.call('ZREMRANGEBYSCORE', index, '-inf', now)
  redis.call('ZADD', index, till, member)
  keep(index, till)
  return till
end

local function isDue(value, before)
  return tonumber(string.match(value, '^%S+')) < tonumber(before)
end
`

/**
 * KEYS pointer [index] ARGV owner, claim to replace, [member, expires]. Returns the claim and its
 * state.
 */
export const claimScript: Script = define(`
local at = time[1] * 1000000 + time[2]
local held = redis.call('GET', KEYS[1])
if held then
  local heldAt = tonumber(string.match(held, '^%d+'))
  if held ~= ARGV[2] then
    return { held, at - heldAt > ${patience * 1000} and 'stale' or 'fresh' }
  end
  at = math.max(at, heldAt + 1)
end
local claim = string.format('%.0f', at) .. '|' .. ARGV[1]
redis.call('SET', KEYS[1], claim)
if KEYS[2] then keep(KEYS[1], note(KEYS[2], ARGV[3], ARGV[4])) end
return { claim, 'won' }
`)

/** KEYS hash, void claims ARGV field, claim. Voids the claim for good unless it is in use. */
export const voidScript: Script = define(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 'used' end
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ${dayInMs})
return 'void'
`)

/** KEYS pointer [index] ARGV claim, [member]. Deletes a pointer unless it was claimed again. */
export const releaseScript: Script = define(`
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
if KEYS[2] then redis.call('ZREM', KEYS[2], ARGV[2]) end
`)

/** KEYS user, void claims ARGV row, claim or '', field of the address. */
export const createUserScript: Script = define(`
if redis.call('EXISTS', KEYS[1]) == 1 then return 'taken' end
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 then return 'void' end
redis.call('HSET', KEYS[1], 'row', ARGV[1])
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], ARGV[3], '') end
return 'done'
`)

/**
 * KEYS user, pointers ARGV the user's key from its first brace on, owner, row, then for each
 * pointer the hash, field and value of the owner's row. All or nothing, on one server.
 *
 * A pointer whose owner lacks the row was left behind by a crash, unless it is fresh. The owner of
 * a fresh pointer is about to write the row. The script derives that owner's keys from the pointer,
 * which a cluster refuses.
 */
export const createUserWithScript: Script = define(`
if redis.call('EXISTS', KEYS[1]) == 1 then return 'taken' end
local at = time[1] * 1000000 + time[2]
local prefix = string.sub(KEYS[1], 1, -1 - string.len(ARGV[1]))
local function sideOf(owner, hash)
  local user = prefix .. '{user:' .. owner .. '}'
  if hash == 'user' then return user end
  return user .. ':' .. hash
end
local stale = {}
for number = 2, #KEYS do
  local hash, field = ARGV[number * 3 - 2], ARGV[number * 3 - 1]
  local held = redis.call('GET', KEYS[number])
  if held then
    local heldAt, owner = string.match(held, '^(%d+)|(.*)$')
    if redis.call('HEXISTS', sideOf(owner, hash), field) == 1 then return 'taken' end
    if at - heldAt <= ${patience * 1000} then return 'claimed' end
    at = math.max(at, heldAt + 1)
    stale[#stale + 1] = { sideOf(owner, 'void-claims'), held }
  end
end
for _, claim in ipairs(stale) do
  redis.call('SADD', claim[1], claim[2])
  redis.call('PEXPIRE', claim[1], ${dayInMs})
end
redis.call('HSET', KEYS[1], 'row', ARGV[3])
local text = string.format('%.0f', at) .. '|' .. ARGV[2]
for number = 2, #KEYS do
  redis.call('SET', KEYS[number], text)
  redis.call('HSET', sideOf(ARGV[2], ARGV[number * 3 - 2]), ARGV[number * 3 - 1], ARGV[number * 3])
end
return 'done'
`)

/**
 * KEYS user, void claims, accounts, authenticators ARGV row, number of claims, the claims, then for
 * each claim the hash, field and value.
 */
export const putUserWithScript: Script = define(`
if redis.call('EXISTS', KEYS[1]) == 1 then return 'taken' end
local count = tonumber(ARGV[2])
for number = 1, count do
  if redis.call('SISMEMBER', KEYS[2], ARGV[2 + number]) == 1 then return 'void' end
end
redis.call('HSET', KEYS[1], 'row', ARGV[1])
local hashes = { user = KEYS[1], accounts = KEYS[3], authenticators = KEYS[4] }
for number = 1, count do
  local first = 2 + count + number * 3 - 2
  redis.call('HSET', hashes[ARGV[first]], ARGV[first + 1], ARGV[first + 2])
end
return 'done'
`)

/**
 * KEYS user, accounts, authenticators, sessions, index, factors ARGV old row, new row, whether an
 * authenticator app stops it, whether an authenticator does, each '' if not.
 */
export const takeOverScript: Script = define(`
if redis.call('HGET', KEYS[1], 'row') ~= ARGV[1] then return 'changed' end
if ARGV[4] ~= '' and redis.call('EXISTS', KEYS[3]) == 1 then return 'enrolled' end
for _, value in ipairs(redis.call('HVALS', KEYS[6])) do
  if ARGV[3] ~= '' and string.match(value, '^%S+ totp ') then return 'enrolled' end
end
redis.call('HSET', KEYS[1], 'row', ARGV[2])
redis.call('HDEL', KEYS[1], 'password', 'password-hash')
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
return 'done'
`)

/**
 * KEYS accounts, authenticators, sessions, index ARGV field of the account, field of its
 * authenticator or '', session to keep, whether another account must remain, prefixes of that
 * account's field.
 */
export const unlinkScript: Script = define(`
local row = redis.call('HGET', KEYS[1], ARGV[1])
if not row then return 'unknown' end
local isLeft = ARGV[4] == '0'
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  for number = 5, #ARGV do
    local start = string.sub(field, 1, string.len(ARGV[number]))
    if field ~= ARGV[1] and start == ARGV[number] then isLeft = true end
  end
end
if not isLeft then return 'last' end
redis.call('HDEL', KEYS[1], ARGV[1])
if ARGV[2] ~= '' then redis.call('HDEL', KEYS[2], ARGV[2]) end
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  if field ~= ARGV[3] then
    redis.call('HDEL', KEYS[3], field)
    redis.call('ZREM', KEYS[4], field)
  end
end
return row
`)

/** KEYS user, void claims ARGV old row, new row, claim or '', old field or '', new field or ''. */
export const updateUserScript: Script = define(`
if redis.call('HGET', KEYS[1], 'row') ~= ARGV[1] then return 'changed' end
if redis.call('SISMEMBER', KEYS[2], ARGV[3]) == 1 then return 'void' end
redis.call('HSET', KEYS[1], 'row', ARGV[2])
if ARGV[4] ~= '' then redis.call('HDEL', KEYS[1], ARGV[4]) end
if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], ARGV[5], '') end
return 'done'
`)

/** KEYS user ARGV expected hash, or nothing if none is expected, as a count and a value; row, hash. */
export const setPasswordScript: Script = define(`
if redis.call('HEXISTS', KEYS[1], 'row') == 0 then return 'unknown' end
local hash = redis.call('HGET', KEYS[1], 'password-hash')
if ARGV[1] == '0' and hash then return 'changed' end
if ARGV[1] == '1' and hash ~= ARGV[2] then return 'changed' end
redis.call('HSET', KEYS[1], 'password', ARGV[3], 'password-hash', ARGV[4])
return 'done'
`)

/** KEYS all hashes of the user. Returns the row. */
export const deleteUserScript: Script = define(`
local row = redis.call('HGET', KEYS[1], 'row')
redis.call('DEL', unpack(KEYS))
return row
`)

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
 * KEYS pointer ARGV the pointer's key from its first brace on, field. Returns the session and the
 * user.
 *
 * The script derives the user's keys from the pointer. A cluster refuses that, because it must know
 * all keys beforehand. The prefix is read from the pointer's key, because a client may have added
 * its own prefix.
 */
export const readSessionScript: Script = define(
  `
local claim = redis.call('GET', KEYS[1])
if not claim then return { false, false } end
local prefix = string.sub(KEYS[1], 1, -1 - string.len(ARGV[1]))
local user = prefix .. '{user:' .. string.match(claim, '|(.*)$') .. '}'
return { redis.call('HGET', user .. ':sessions', ARGV[2]), redis.call('HGET', user, 'row') }
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

/** KEYS token, index ARGV member, value, expires. */
export const createTokenScript: Script = define(`
if redis.call('SETNX', KEYS[1], ARGV[2]) == 0 then return 'taken' end
keep(KEYS[1], note(KEYS[2], ARGV[1], ARGV[3]))
return 'done'
`)

/**
 * KEYS token, index ARGV member. Deletes the token and returns it, so that only one caller gets it.
 */
export const takeTokenScript: Script = define(`
local value = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return value
`)

/**
 * KEYS token, index ARGV member, time. Deletes the token if it is expired, and returns whether it
 * is gone.
 */
export const removeDueTokenScript: Script = define(`
local value = redis.call('GET', KEYS[1])
if value and not isDue(value, ARGV[2]) then return 'kept' end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 'gone'
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

/** Returns a script that begins with the functions that scripts share. */
export function define(body: string, prelude: string = shared): Script {
  const text = prelude + body
  let hash: Promise<string> | undefined
  return { text, hash: () => (hash ??= digest(text)) }
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
