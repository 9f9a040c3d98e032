import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { createClient } from 'redis'
import { kyselyAdapter, migrate, type KyselyDatabase } from '../../../src/adapters/kysely.js'
import { redisAdapter } from '../../../src/adapters/redis.js'
import type { PublishedStore } from './store.js'

type Database = Kysely<unknown> & KyselyDatabase

/** The adapters of this package, opened like the published ones. */
export const ownStores = {
  'the Kysely adapter on PostgreSQL': kyselyStore('postgres', (url) => {
    const pool = new pg.Pool({ connectionString: url })
    return new Kysely({ dialect: new PostgresDialect({ pool }) })
  }),
  'the Kysely adapter on MariaDB': kyselyStore('mariadb', (url) => {
    return new Kysely({ dialect: new MysqlDialect({ pool: createPool(url) }) })
  }),
  'the Redis adapter': {
    server: 'redis',
    prepare: async () => {},
    open: async (url) => {
      const client = createClient({ url })
      await client.connect()
      return { adapter: redisAdapter(client), close: () => client.close() }
    },
  },
} satisfies Record<string, PublishedStore>

function kyselyStore(
  server: 'postgres' | 'mariadb',
  connect: (url: string) => Database,
): PublishedStore {
  return {
    server,
    prepare: async (url) => {
      const db = connect(url)
      await migrate(db)
      await db.destroy()
    },
    open: async (url) => {
      const db = connect(url)
      return { adapter: kyselyAdapter(db), close: () => db.destroy() }
    },
  }
}
