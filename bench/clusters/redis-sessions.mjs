import { createHash } from 'node:crypto'
import { redisAdapter } from 'latchkey/adapters/redis'
import { createClient } from 'redis'
import { describeTimes } from '../load/latencies.mjs'
import { startServer } from './start-server.mjs'
import { userAgent } from './user-agent.mjs'

const month = 30 * 24 * 60 * 60 * 1000
/** Calls of the adapter at the same time while the sessions are written. */
const atOnce = 200
const reads = 5000

/**
 * Sessions in Redis: the memory that each takes, and how long a read takes.
 *
 * @param {{ sessions: number, sessionsPerUser: number, few: number }} options
 */
export async function measureRedis({ sessions, sessionsPerUser, few }) {
  const server = await startServer('redis', 'startRedis')
  const client = createClient({ url: server.url })
  await client.connect()
  try {
    const adapter = redisAdapter(client)
    const before = await usedMemory(client)
    await inParallel(Math.ceil(sessions / sessionsPerUser), async (number) => {
      const image = `https://lh3.example/a/${hashOf(String(number)).slice(0, 32)}=s96-c`
      const email = `ada-${number}@app.example`
      const user = { id: userIdOf(number), name: `Ada ${number}`, email, image }
      await adapter.createUser({ ...user, emailVerified: null })
    })
    const withUsers = await usedMemory(client)
    const write = async (/** @type {number} */ number) => {
      await adapter.createSession({
        sessionToken: tokenOf(number),
        userId: userIdOf(Math.floor(number / sessionsPerUser)),
        expires: new Date(Date.now() + Math.random() * month),
        createdAt: new Date(),
        userAgent,
        provider: 'google',
        providerSessionId: null,
      })
    }
    await inParallel(few, write)
    const fewTimes = await measureReads(adapter, few)
    await inParallel(sessions - few, async (number) => write(few + number))
    const withSessions = await usedMemory(client)
    const users = Math.ceil(sessions / sessionsPerUser)
    return {
      sessions,
      bytesPerUser: (withUsers - before) / users,
      bytesPerSession: (withSessions - withUsers) / sessions,
      fewTimes,
      manyTimes: await measureReads(adapter, sessions),
    }
  } finally {
    client.destroy()
    await server.remove()
  }
}

/**
 * @param {ReturnType<typeof redisAdapter>} adapter
 * @param {number} count
 */
async function measureReads(adapter, count) {
  /** @type {number[]} */
  const times = []
  for (let read = 0; read < reads; read++) {
    const token = tokenOf(Math.floor(Math.random() * count))
    const start = performance.now()
    const found = await adapter.getSessionAndUser(token)
    times.push(performance.now() - start)
    if (!found) throw new Error(`${token} is missing.`)
  }
  return describeTimes(times)
}

/** @param {{ info(section: string): Promise<string> }} client */
async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
}

/**
 * @param {number} count
 * @param {(number: number) => Promise<void>} work
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
