import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'

/**
 * Where the demo keeps its sessions.
 *
 * @typedef {'jwt' | 'postgres' | 'redis'} StoreName
 * @typedef {object} Store
 * @property {string} title
 * @property {Readonly<Record<string, string>>} settings for the environment of the demo
 * @property {() => Promise<void>} remove
 */

/** @type {Readonly<Record<StoreName, () => Promise<Store>>>} */
const opens = { jwt: openJwt, postgres: openPostgres, redis: openRedis }

export const storeNames = /** @type {readonly StoreName[]} */ (Object.keys(opens))

/**
 * An empty store of its own.
 *
 * @param {StoreName} name
 */
export function openStore(name) {
  return opens[name]()
}

/** @returns {Promise<Store>} */
async function openJwt() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-load-'))
  return {
    title: 'JWT (users in SQLite)',
    settings: {
      AUTH_DEMO_SESSIONS: 'jwt',
      REDIS_URL: '',
      DATABASE_URL: `file:${join(folder, 'demo.sqlite')}`,
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** @returns {Promise<Store>} */
async function openPostgres() {
  const { startPostgres } = await loadServers('postgres')
  const server = await startPostgres()
  return {
    title: 'PostgreSQL',
    settings: {
      AUTH_DEMO_SESSIONS: 'database',
      REDIS_URL: '',
      DATABASE_URL: await server.createDatabase('load'),
    },
    remove: () => server.remove(),
  }
}

/** @returns {Promise<Store>} */
async function openRedis() {
  const { startRedis } = await loadServers('redis')
  const server = await startRedis()
  return {
    title: 'Redis',
    settings: { AUTH_DEMO_SESSIONS: 'database', REDIS_URL: await server.createDatabase('load') },
    remove: () => server.remove(),
  }
}

/**
 * The servers that the tests run on, as they set them up: on loopback, in a folder of their own,
 * gone with this process.
 *
 * @template {'postgres' | 'redis'} Kind
 * @param {Kind} kind
 */
async function loadServers(kind) {
  const file = new URL(`../../test/support/servers/${kind}.ts`, import.meta.url)
  /** @type {{ module: { postgres: typeof import('../../test/support/servers/postgres.js'), redis: typeof import('../../test/support/servers/redis.js') }[Kind] }} */
  const { module } = await runnerImport(file.pathname, { configFile: false, logLevel: 'error' })
  return module
}
