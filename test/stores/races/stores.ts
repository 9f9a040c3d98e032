import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { kyselyAdapter } from '../../../src/adapters/kysely.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { openMariadb, openPostgres } from '../kysely-databases.js'
import { ownStores } from '../published/own-stores.js'
import type { PublishedStore } from '../published/store.js'
import { publishedStores } from '../published/stores.js'

export type RaceStoreName =
  | 'Redis'
  | 'PostgreSQL'
  | 'PostgreSQL without transactions'
  | 'MariaDB'
  | 'Galera'
  | '@auth/drizzle-adapter on PostgreSQL'

/** The stores that two processes race on. */
export const raceStores: Readonly<Record<RaceStoreName, PublishedStore & { drawsIds?: true }>> = {
  Redis: ownStores['the Redis adapter'],
  PostgreSQL: ownStores['the Kysely adapter on PostgreSQL'],
  'PostgreSQL without transactions': {
    ...ownStores['the Kysely adapter on PostgreSQL'],
    open: async (url) => {
      const { db } = openPostgres(url)
      const adapter = kyselyAdapter(db, { transactions: false })
      return { adapter, close: () => db.destroy() }
    },
  },
  MariaDB: ownStores['the Kysely adapter on MariaDB'],
  Galera: {
    ...ownStores['the Kysely adapter on MariaDB'],
    open: async (url) => {
      const { db } = openMariadb(url)
      return { adapter: kyselyAdapter(db, { rowLocks: false }), close: () => db.destroy() }
    },
  },
  '@auth/drizzle-adapter on PostgreSQL': {
    ...publishedStores['@auth/drizzle-adapter on PostgreSQL'],
    drawsIds: true,
    open: async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      const adapter = { ...DrizzleAdapter(drizzle(pool)), ...revocationOn(pool) }
      return { adapter, close: () => pool.end() }
    },
  },
}

/** What an app adds to a published adapter so that accounts can be unlinked and evicted. */
function revocationOn(
  pool: pg.Pool,
): Pick<Adapter, 'listAccountsByUserId' | 'deleteSessionsByUserId'> {
  return {
    listAccountsByUserId: async (userId) =>
      (await pool.query('select * from account where "userId" = $1', [userId])).rows,
    deleteSessionsByUserId: async (userId, except) => {
      const others = '"sessionToken" is distinct from $2'
      await pool.query(`delete from session where "userId" = $1 and ${others}`, [userId, except])
    },
  }
}
