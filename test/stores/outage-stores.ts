import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { createClient } from 'redis'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { redisAdapter } from '../../src/adapters/redis.js'
import type { Adapter } from '../../src/model/adapter.js'
import { startMariadb } from '../support/servers/mariadb.js'
import { startPostgres } from '../support/servers/postgres.js'
import { startRedis } from '../support/servers/redis.js'
import type { Server } from '../support/servers/server.js'

/** A store on a server that can go away. */
export interface FragileStore {
  readonly kind: 'postgres' | 'mariadb' | 'redis'
  readonly start: () => Promise<Server>
  readonly open: (url: string) => Promise<{ adapter: Adapter; close: () => Promise<void> }>
  /** Whether a call waits for the server instead of failing. */
  readonly waits?: boolean
}

const connections = 10
/** Listens to what connections say when they break: unheard, it would end the process. */
const ignore = (): void => {}

/** Set up as their guides say. */
export const fragileStores: Readonly<Record<string, FragileStore>> = {
  'kysely on PostgreSQL': {
    kind: 'postgres',
    start: startPostgres,
    open: async (url) => {
      const pool = new pg.Pool({ connectionString: url, max: connections })
      pool.on('error', ignore)
      // The pool takes its own listener off a connection that it hands out.
      pool.on('connect', (client) => void client.on('error', ignore))
      return openKysely(new PostgresDialect({ pool }))
    },
  },
  'kysely on MariaDB': {
    kind: 'mariadb',
    start: startMariadb,
    open: async (url) =>
      openKysely(
        new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: connections }) }),
      ),
  },
  'redis, failing at once': {
    kind: 'redis',
    start: startRedis,
    open: (url) => openRedis(url, true),
  },
  'redis, queueing': {
    kind: 'redis',
    start: startRedis,
    open: (url) => openRedis(url, false),
    waits: true,
  },
}

async function openKysely(
  dialect: PostgresDialect | MysqlDialect,
): ReturnType<FragileStore['open']> {
  const db = new Kysely<unknown>({ dialect })
  await migrate(db)
  return { adapter: kyselyAdapter(db), close: () => db.destroy() }
}

async function openRedis(
  url: string,
  disableOfflineQueue: boolean,
): ReturnType<FragileStore['open']> {
  const socket = { reconnectStrategy: () => 100 }
  const client = createClient({ url, socket, disableOfflineQueue })
  client.on('error', ignore)
  await client.connect()
  return { adapter: redisAdapter(client), close: async () => client.destroy() }
}
