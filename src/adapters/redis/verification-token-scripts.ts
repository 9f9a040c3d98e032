import { type Script, define } from './script.js'

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
