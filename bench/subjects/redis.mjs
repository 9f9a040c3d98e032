import { createClient } from 'redis'
import { importSubjects, markOther } from '../other-checkout.mjs'
import { atOnce } from './at-once.mjs'
import { authJsRedis } from './auth-js-redis.mjs'
import { betterAuthRedis } from './better-auth-redis.mjs'
import { latchkeyRedis } from './latchkey-redis.mjs'
import { startDatabase } from './start-database.mjs'
import { emailOf } from './visitor.mjs'

/** @typedef {import('./subject.mjs').Subject<any>} Subject */

const sessions = 1000
const together = 10

/**
 * Sessions in Redis: each library has a database and a connection of its own on the same server.
 *
 * @param {number} poolSize
 * @param {string} [against] the folder of another checkout
 * @returns {Promise<{ subjects: Subject[], close: () => Promise<void> }>}
 */
export async function openRedis(poolSize, against) {
  const server = await startDatabase('redis')
  /** @type {any[]} */
  const clients = []
  /** @param {string} name */
  const open = async (name) => {
    const client = createClient({ url: await server.createDatabase(name) })
    await client.connect()
    clients.push(client)
    return client
  }
  const reads = [
    await bareGet(await open('bare')),
    ...(await latchkeyRedis(await open('latchkey'), sessions, poolSize)),
    ...(against === undefined ? [] : await openOther(against)),
    ...(await authJsRedis(await open('authjs'), sessions, poolSize)),
    ...(await betterAuthRedis(await open('better'), sessions, poolSize)),
  ]
  return {
    subjects: [...reads, ...reads.map((read) => atOnce(read, together))],
    async close() {
      for (const client of clients) await client.close()
      await server.remove()
    },
  }

  /** @param {string} folder */
  async function openOther(folder) {
    const other = await importSubjects(folder, 'latchkey-redis.mjs')
    /** @type {Subject[]} */
    const subjects = await other.latchkeyRedis(await open('other'), sessions, poolSize)
    return subjects.map(markOther)
  }
}

/**
 * The least that any question costs.
 *
 * @param {any} client
 * @returns {Promise<Subject>}
 */
async function bareGet(client) {
  for (let at = 0; at < sessions; at++) await client.set(String(at), emailOf(at))
  return {
    id: 'bare-get',
    library: 'redis',
    name: 'GET of one text',
    kind: 'async',
    run: (at) => client.get(String(at % sessions)),
    emailIn: (email) => email,
    expected: (at) => emailOf(at % sessions),
  }
}
