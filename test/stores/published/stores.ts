import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter, type Database } from '@auth/kysely-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createClient as createSqliteClient } from '@libsql/client'
import { drizzle as drizzleSqlite } from 'drizzle-orm/libsql'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import { createPool as createPromisePool } from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'
import { createStorage, type Driver } from 'unstorage'
import * as mariadb from './mariadb-tables.js'
import * as postgres from './postgres-tables.js'
import * as sqlite from './sqlite-tables.js'
import type { OpenStore, PublishedStore } from './store.js'

/** The published adapters, each on the databases that it is tried on. */
export const publishedStores = {
  '@auth/pg-adapter on PostgreSQL': {
    server: 'postgres',
    prepare: (url) => runOnPostgres(url, postgres.pgTables),
    open: async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      return { adapter: PostgresAdapter(pool), close: () => pool.end() }
    },
    unknownId: () => String(2 ** 31 - 1 - Math.floor(Math.random() * 1000)),
  },
  '@auth/drizzle-adapter on PostgreSQL': {
    hasPasskeys: true,
    server: 'postgres',
    prepare: (url) => runOnPostgres(url, postgres.drizzleTables),
    open: async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      return { adapter: DrizzleAdapter(drizzlePg(pool)), close: () => pool.end() }
    },
  },
  '@auth/drizzle-adapter on MariaDB': {
    hasPasskeys: true,
    server: 'mariadb',
    prepare: (url) => runOnMariadb(url, mariadb.drizzleTables),
    open: async (url) => {
      const pool = createPromisePool(url)
      return { adapter: DrizzleAdapter(drizzleMysql(pool)), close: () => pool.end() }
    },
  },
  '@auth/drizzle-adapter on SQLite': {
    hasPasskeys: true,
    prepare: async (url) => {
      const client = createSqliteClient({ url })
      await client.batch([...sqlite.drizzleTables])
      client.close()
    },
    open: async (url) => {
      const client = createSqliteClient({ url })
      return {
        adapter: DrizzleAdapter(drizzleSqlite(client)),
        close: async () => client.close(),
      }
    },
  },
  '@auth/kysely-adapter on PostgreSQL': {
    server: 'postgres',
    prepare: (url) => runOnPostgres(url, postgres.kyselyTables),
    open: async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      return openKysely(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }))
    },
  },
  '@auth/kysely-adapter on MariaDB': {
    server: 'mariadb',
    prepare: (url) => runOnMariadb(url, mariadb.kyselyTables),
    open: async (url) => {
      const pool = createPool(url)
      return openKysely(new Kysely<Database>({ dialect: new MysqlDialect({ pool }) }))
    },
  },
  '@auth/unstorage-adapter in memory': {
    hasPasskeys: true,
    prepare: async () => {},
    open: async () => ({ adapter: UnstorageAdapter(createStorage()), close: async () => {} }),
  },
  '@auth/unstorage-adapter on Redis': {
    hasPasskeys: true,
    server: 'redis',
    prepare: async () => {},
    open: async (url) => {
      const client = createRedisClient(url)
      await client.connect()
      const storage = createStorage({ driver: redisDriver(client) })
      return { adapter: UnstorageAdapter(storage), close: () => client.close() }
    },
  },
} satisfies Record<string, PublishedStore>

export type StoreName = keyof typeof publishedStores

export const storeNames = Object.keys(publishedStores) as readonly StoreName[]

function openKysely(db: Kysely<Database>): OpenStore {
  return { adapter: KyselyAdapter(db), close: () => db.destroy() }
}

const createRedisClient = (url: string) => createClient({ url })

/** The driver that unstorage has for Redis wants another client. */
function redisDriver(client: ReturnType<typeof createRedisClient>): Driver {
  return {
    name: 'redis',
    hasItem: async (key) => (await client.exists(key)) === 1,
    getItem: (key) => client.get(key),
    setItem: async (key, value) => {
      await client.set(key, value)
    },
    removeItem: async (key) => {
      await client.del(key)
    },
    getKeys: (base) => client.keys(`${base}*`),
  }
}

export async function runOnPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export async function runOnMariadb(url: string, statements: readonly string[]): Promise<void> {
  const pool = createPromisePool(url)
  for (const statement of statements) await pool.query(statement)
  await pool.end()
}
