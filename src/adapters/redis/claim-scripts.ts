import { dayInMs, define, patience, type Script } from './script.js'

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
