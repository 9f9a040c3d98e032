import { define, grace, type Script } from './scripts.js'

/**
 * A factor's value begins with its type and its expiry, or `-` if it never expires. A row that has
 * been expired for as long as its pointer lives is of no use, so every write deletes such rows.
 */
const shared = `
local function sweep(hash, type)
  local rows = redis.call('HGETALL', hash)
  local removed = {}
  for at = 1, #rows, 2 do
    local rowType, expires = string.match(rows[at + 1], '^(%S+) (%S+) ')
    local isOver = expires ~= '-' and tonumber(expires) + ${grace} < now
    if isOver or rowType == type then removed[#removed + 1] = rows[at] end
  end
  for _, field in ipairs(removed) do redis.call('HDEL', hash, field) end
end
`

/** KEYS user, void claims, factors ARGV claim, field, value. */
export const putFactorScript: Script = define(`${shared}
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 'void' end
sweep(KEYS[3])
if redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3]) == 0 then return 'taken' end
return 'done'
`)

/** KEYS user, void claims, factors ARGV type, then for each factor its claim, field and value. */
export const replaceFactorsScript: Script = define(`${shared}
if #ARGV > 1 and redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
for at = 2, #ARGV, 3 do
  if redis.call('SISMEMBER', KEYS[2], ARGV[at]) == 1 then return 'void' end
end
for at = 2, #ARGV, 3 do
  if redis.call('HEXISTS', KEYS[3], ARGV[at + 1]) == 1 then return 'taken' end
end
sweep(KEYS[3], ARGV[1])
for at = 2, #ARGV, 3 do redis.call('HSET', KEYS[3], ARGV[at + 1], ARGV[at + 2]) end
return 'done'
`)

/** KEYS factors ARGV field, time. Deletes the factor if it is expired. Returns whether it is gone. */
export const removeDueFactorScript: Script = define(`
local value = redis.call('HGET', KEYS[1], ARGV[1])
if not value then return 'gone' end
local expires = string.match(value, '^%S+ (%S+) ')
if expires == '-' or tonumber(expires) >= tonumber(ARGV[2]) then return 'kept' end
redis.call('HDEL', KEYS[1], ARGV[1])
return 'gone'
`)
