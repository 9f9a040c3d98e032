import { dayInMs, define, patience, type Script } from './script.js'

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
