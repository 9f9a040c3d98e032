import { runnerImport } from 'vite'

/**
 * @typedef {{ sendCommand(args: string[]): Promise<unknown> }} Client
 * @typedef {{ id: string, email: string } & Record<string, unknown>} User
 * @typedef {{ sessionToken: string, userId: string, expires: Date } & Record<string, unknown>} Session
 */

/** Rows of one script. */
const rowsAtOnce = 200
/** As the adapter keeps a row after its `expires`. */
const grace = 60 * 60 * 1000

/** What the adapter's scripts for a user and for a session write, for many of them. */
const script = `
for at = 1, #ARGV, 8 do
  local kind, row, hash, field, pointer, claim, index, till = unpack(ARGV, at, at + 7)
  redis.call('SET', pointer, claim)
  if kind == 'user' then
    redis.call('HSET', hash, 'row', row, field, '')
  else
    local member = string.match(pointer, '}:(.*)$')
    redis.call('PEXPIREAT', pointer, till)
    redis.call('ZADD', index, till, member)
    redis.call('HSET', hash, field, row)
    redis.call('ZADD', hash:gsub(':sessions$', ':session-index'), till, field)
    for _, key in ipairs({ hash, (hash:gsub(':sessions$', ':session-index')), index }) do
      local now = redis.call('TIME')
      if redis.call('PTTL', key) < till - now[1] * 1000 then redis.call('PEXPIREAT', key, till) end
    end
  end
end`

/**
 * Opens a faster way to write users and sessions than one call of the adapter for each. Keys and values come from
 * the adapter's own functions.
 *
 * @param {Client} client
 */
export async function openFilling(client) {
  const [{ layOutKeys, encodePart }, { encodeRow, encodeExpiring }] = await Promise.all(
    ['keys', 'encoding'].map(importPart),
  )
  const keys = layOutKeys('latchkey:')
  const claimOf = (/** @type {string} */ owner) => `${Date.now()}000|${owner}`
  /** @param {User} user */
  const describeUser = (user) => {
    const owner = encodePart(user.id)
    const { key, field } = keys.email(user.email)
    return ['user', encodeRow(user), keys.user(owner).user, field, key, claimOf(owner), '', '']
  }
  /** @param {Session} session */
  const describeSession = (session) => {
    const owner = encodePart(session.userId)
    const { key, field, index } = keys.session(encodePart(session.sessionToken))
    const till = String(session.expires.getTime() + grace)
    const row = encodeExpiring(session)
    return ['session', row, keys.user(owner).sessions, field, key, claimOf(owner), index, till]
  }
  return {
    /**
     * @param {number} count
     * @param {(number: number) => User} rowOf
     */
    users: (count, rowOf) => fill(client, count, (number) => describeUser(rowOf(number))),
    /**
     * @param {number} count
     * @param {(number: number) => Session} rowOf
     */
    sessions: (count, rowOf) => fill(client, count, (number) => describeSession(rowOf(number))),
  }
}

/**
 * @param {Client} client
 * @param {number} count
 * @param {(number: number) => string[]} describe
 */
async function fill(client, count, describe) {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const first = next
      next = Math.min(count, first + rowsAtOnce)
      const args = Array.from({ length: next - first }, (_, at) => describe(first + at)).flat()
      await client.sendCommand(['EVAL', script, '0', ...args])
    }
  }
  await Promise.all([worker(), worker(), worker()])
}

/** @param {string} name of a file of the adapter, which is written in TypeScript */
async function importPart(name) {
  const path = new URL(`../../src/adapters/redis/${name}.ts`, import.meta.url).pathname
  /** @type {{ module: any }} */
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' })
  return module
}
