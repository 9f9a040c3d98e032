import { createHash } from 'node:crypto'
import { redisAdapter } from 'latchkey/adapters/redis'
import { createClient } from 'redis'
import { describeTimes } from '../load/latencies.mjs'
import { openFilling } from './fill-redis.mjs'
import { startServer } from './start-server.mjs'
import { measurePurge } from './timed-purge.mjs'
import { userAgent } from './user-agent.mjs'

const month = 30 * 24 * 60 * 60 * 1000
/** Calls of the adapter at the same time while the sessions are written. */
const atOnce = 200
const reads = 5000
/** The share of the sessions that expires at once. */
const shareOfExpired = 0.01

/**
 * Sessions in Redis: the memory that each takes, how long a read takes, and the deletion of expired ones.
 * Yields figures each time that one of the growing numbers of sessions is stored.
 *
 * @param {{ sizes: readonly number[], sessionsPerUser: number }} options
 */
export async function* measureRedis({ sizes, sessionsPerUser }) {
  const server = await startServer('redis', 'startRedis', ['appendonly no'])
  const client = createClient({ url: server.url })
  await client.connect()
  const adapter = redisAdapter(client)
  try {
    const filling = await openFilling(client)
    const stored = { users: 0, sessions: 0 }
    for (const size of sizes) {
      const users = Math.ceil(size / sessionsPerUser)
      const newUsers = users - stored.users
      const newSessions = size - stored.sessions
      const userOf = (/** @type {number} */ number) => describeUser(stored.users + number)
      const sessionOf = (/** @type {number} */ number) =>
        describeSession(stored.sessions + number, sessionsPerUser)
      // The first ones are written by the adapter, so that the others can be compared with them.
      const isFirst = stored.sessions === 0
      const before = await usedMemory(client)
      if (isFirst) await inParallel(newUsers, (number) => adapter.createUser(userOf(number)))
      else await filling.users(newUsers, userOf)
      const withUsers = await usedMemory(client)
      const begun = performance.now()
      if (isFirst)
        await inParallel(newSessions, (number) => adapter.createSession(sessionOf(number)))
      else await filling.sessions(newSessions, sessionOf)
      const seconds = (performance.now() - begun) / 1000
      const withSessions = await usedMemory(client)
      yield {
        size,
        bytesPerUser: (withUsers - before) / newUsers,
        bytesPerSession: (withSessions - withUsers) / newSessions,
        perSecond: newSessions / seconds,
        usedMemory: withSessions,
        reads: await measureReads(adapter, size),
        // The smallest number is only compared with.
        deletion: size === sizes[0] ? undefined : await measureDeletion(adapter, size),
      }
      Object.assign(stored, { users, sessions: size })
    }
  } finally {
    client.destroy()
    await server.remove()
  }
}

/** @param {number} number */
function describeUser(number) {
  const image = `https://lh3.example/a/${hashOf(String(number)).slice(0, 32)}=s96-c`
  const email = `ada-${number}@app.example`
  return { id: userIdOf(number), name: `Ada ${number}`, email, image, emailVerified: null }
}

/**
 * @param {number} number
 * @param {number} sessionsPerUser
 */
function describeSession(number, sessionsPerUser) {
  return {
    sessionToken: tokenOf(number),
    userId: userIdOf(Math.floor(number / sessionsPerUser)),
    expires: new Date(Date.now() + Math.random() * month),
    createdAt: new Date(),
    userAgent,
    provider: 'google',
    providerSessionId: null,
  }
}

/**
 * @param {ReturnType<typeof redisAdapter>} adapter
 * @param {number} count
 */
async function measureReads(adapter, count) {
  /** @type {number[]} */
  const times = []
  let missing = 0
  for (let read = 0; read < reads; read++) {
    const token = tokenOf(Math.floor(Math.random() * count))
    const start = performance.now()
    const found = await adapter.getSessionAndUser(token)
    times.push(performance.now() - start)
    // At most the share that an earlier deletion has removed.
    if (!found) missing += 1
  }
  if (missing > 2 * shareOfExpired * reads) throw new Error(`${missing} sessions are missing.`)
  return describeTimes(times)
}

/**
 * Deletes the sessions that expire in the next seven hours or so, while another request reads sessions over
 * the same connection.
 *
 * @param {ReturnType<typeof redisAdapter>} adapter
 * @param {number} size
 */
async function measureDeletion(adapter, size) {
  const token = () => tokenOf(Math.floor(Math.random() * size))
  const now = new Date(Date.now() + month * shareOfExpired)
  const { total, longestWait } = await measurePurge(
    (timed) => timed(() => adapter.deleteExpired(now)),
    () => adapter.getSessionAndUser(token()),
  )
  return { expired: size * shareOfExpired, total, longestWait }
}

/** @param {{ info(section: string): Promise<string> }} client */
async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
}

/**
 * @param {number} count
 * @param {(number: number) => Promise<unknown>} work
 */
async function inParallel(count, work) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** @param {number} number */
function userIdOf(number) {
  return `user-${hashOf(`user ${number}`).slice(0, 31)}`
}

/** @param {number} number */
function tokenOf(number) {
  return `sha256:${hashOf(`session ${number}`)}`
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}
