/** A script, which the server runs atomically. */
export interface Script {
  readonly text: string
  /** Returns the SHA-1 hash by which the server knows the script. A promise until it is computed. */
  hash(): string | Promise<string>
}

/**
 * Milliseconds for which a row is kept after its `expires`, or after its last change if that is
 * later.
 */
export const grace: number = 60 * 60 * 1000

/** Milliseconds after which a claim without a row is considered left behind by a crash. */
export const patience: number = 10 * 1000

export const dayInMs: number = 24 * 60 * 60 * 1000

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

/** Returns a script that begins with the functions that scripts share. */
export function define(body: string, prelude: string = shared): Script {
  const text = prelude + body
  let hash: string | undefined
  return { text, hash: () => hash ?? digest(text).then((made) => (hash = made)) }
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
