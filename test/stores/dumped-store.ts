import { sql } from 'kysely'
import { createClient } from 'redis'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { redisAdapter } from '../../src/adapters/redis.js'
import type { Adapter } from '../../src/model/adapter.js'
import { database, type DatabaseIdentity } from '../../src/model/database.js'
import type { TestDatabase } from './kysely-databases.js'

/** A database, and everything that is in it as text. */
export interface DumpedStore {
  readonly adapter: Adapter
  dump(): Promise<string>
  close(): Promise<void>
}

/** Opens an empty store in memory. */
export function openMemory(): DumpedStore {
  const adapter = memoryAdapter()
  const { driver } = (adapter as { readonly [database]?: DatabaseIdentity })[database] ?? {}
  const tables = Object.entries(driver ?? {}) as [string, { all?(): unknown } | undefined][]
  return {
    adapter,
    dump: async () => JSON.stringify(tables.map(([name, table]) => [name, table?.all?.()])),
    close: async () => undefined,
  }
}

/** Opens an empty SQL database. */
export async function openSql({ db }: TestDatabase): Promise<DumpedStore> {
  await migrate(db)
  return {
    adapter: kyselyAdapter(db),
    dump: async () => {
      const tables = await db.introspection.getTables()
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
      return JSON.stringify(await Promise.all(rows))
    },
    close: () => db.destroy(),
  }
}

/** Opens an empty Redis database. */
export async function openRedis(url: string): Promise<DumpedStore> {
  const client = createClient({ url })
  await client.connect()
  const read = async (key: string): Promise<unknown> => {
    switch (await client.type(key)) {
      case 'hash':
        return client.hGetAll(key)
      case 'set':
        return client.sMembers(key)
      case 'zset':
        return client.zRange(key, 0, -1)
      default:
        return client.get(key)
    }
  }
  return {
    adapter: redisAdapter(client),
    dump: async () => {
      const keys = await client.keys('*')
      return JSON.stringify([keys, await Promise.all(keys.map(read))])
    },
    close: async () => client.close(),
  }
}
