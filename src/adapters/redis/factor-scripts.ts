import { define, grace, type Script } from './script.js'

/**
 * A factor is stored after the time until which its row is kept, or `-` if it never expires. Its
 * type and its expiry come next. Every write deletes the rows that nothing keeps, because their
 * pointers are gone by then.
 */
const shared = `
local function stored(value)
  local expires = string.match(value, '^%S+ (%S+) ')
  if expires == '-' then return '- ' .. value end
  return string.format('%.0f ', math.max(tonumber(expires), now) + ${grace}) .. value
end

local function sweep(hash, type)
  local rows = redis.call('HGETALL', hash)
  for at = 1, #rows, 2 do
    local till, rowType = string.match(rows[at + 1], '^(%S+) (%S+) ')
    local isOver = till ~= '-' and tonumber(till) < now
    if isOver or rowType == type then redis.call('HDEL', hash, rows[at]) end
  end
end
`

/** KEYS user, void claims, factors ARGV claim, field, value. */
export const putFactorScript: Script = define(`${shared}
if redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 'void' end
sweep(KEYS[3])
if redis.call('HSETNX', KEYS[3], ARGV[2], stored(ARGV[3])) == 0 then return 'taken' end
return 'done'
`)

/** KEYS user, void claims, factors ARGV type, then for each factor its claim, field and value. */
export const replaceFactorsScript: Script = define(`${shared}
if #ARGV > 1 and redis.call('EXISTS', KEYS[1]) == 0 then return 'unknown' end
for at = 2, #ARGV, 3 do
  if redis.call('SISMEMBER', KEYS[2], ARGV[at]) == 1 then return 'void' end
end
sweep(KEYS[3], ARGV[1])
for at = 2, #ARGV, 3 do redis.call('HSET', KEYS[3], ARGV[at + 1], stored(ARGV[at + 2])) end
return 'done'
`)

/** KEYS factors ARGV field, time. Deletes the factor if it is expired. Returns whether it is gone. */
export const removeDueFactorScript: Script = define(`
local value = redis.call('HGET', KEYS[1], ARGV[1])
if not value then return 'gone' end
local expires = string.match(value, '^%S+ %S+ (%S+) ')
if expires == '-' or tonumber(expires) >= tonumber(ARGV[2]) then return 'kept' end
redis.call('HDEL', KEYS[1], ARGV[1])
return 'gone'
`)
