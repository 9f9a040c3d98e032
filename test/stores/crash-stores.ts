import type { Dialect } from 'kysely'
import type { Pool } from 'pg'
import type { Adapter } from '../../src/model/adapter.js'

/** An adapter on an open connection, and a look past it at what is stored. */
export interface OpenStore {
  readonly adapter: Adapter
  readRows(): Promise<Rows>
  close(): Promise<void>
}

/** Everything in the database, as far as it can be torn apart. */
export interface Rows {
  readonly users: readonly { readonly id: string; readonly email: string | null }[]
  readonly accounts: readonly { readonly userId: string; readonly provider: string }[]
  readonly sessions: readonly { readonly userId: string }[]
  /** Identifiers of what lies among the verification tokens. */
  readonly notes: readonly string[]
}

export type StoreName = keyof typeof stores

/**
 * The stores, by name. What one needs is loaded when it is opened: the process that is going to die
 * is started for every single call.
 */
export const stores = {
  'kysely on PostgreSQL': {
    server: 'postgres',
    open: async (url) => {
      const { PostgresDialect } = await import('kysely')
      const { default: pg } = await import('pg')
      return openKysely(
        new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 4 }) }),
      )
    },
  },
  'kysely on MariaDB': {
    server: 'mariadb',
    open: async (url) => {
      const { MysqlDialect } = await import('kysely')
      const { createPool } = await import('mysql2')
      return openKysely(new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 4 }) }))
    },
  },
  'kysely on a file of SQLite': {
    server: undefined,
    open: async (path) => {
      const { SqliteDialect } = await import('kysely')
      const { default: Database } = await import('libsql')
      return openKysely(new SqliteDialect({ database: new Database(path, { timeout: 10_000 }) }))
    },
  },
  'redis on Redis': { server: 'redis', open: openRedis },
  '@auth/pg-adapter on PostgreSQL': {
    server: 'postgres',
    open: async (url) => {
      const { default: pg } = await import('pg')
      const { default: createAdapter } = await import('@auth/pg-adapter')
      const { pgTables } = await import('./published/postgres-tables.js')
      const pool = new pg.Pool({ connectionString: url, max: 4 })
      const names = ['users', 'accounts', 'sessions', 'verification_token'] as const
      return openPublished(pool, createAdapter(pool), pgTables, names)
    },
  },
  '@auth/drizzle-adapter on PostgreSQL': {
    server: 'postgres',
    open: async (url) => {
      const { default: pg } = await import('pg')
      const { DrizzleAdapter } = await import('@auth/drizzle-adapter')
      const { drizzle } = await import('drizzle-orm/node-postgres')
      const { drizzleTables } = await import('./published/postgres-tables.js')
      const pool = new pg.Pool({ connectionString: url, max: 4 })
      const names = ['user', 'account', 'session', 'verificationToken'] as const
      return openPublished(pool, DrizzleAdapter(drizzle(pool)), drizzleTables, names)
    },
  },
} satisfies Record<string, Store>

/** A kind of database that a sign-in may die on. */
interface Store {
  /** The server that it needs; none for one that lives in a file. */
  readonly server: 'postgres' | 'mariadb' | 'redis' | undefined
  /** Opens a database, with tables. */
  readonly open: (url: string) => Promise<OpenStore>
}

type Table = readonly Readonly<Record<string, unknown>>[]
type Names = readonly [users: string, accounts: string, sessions: string, notes: string]

async function openKysely(dialect: Dialect): Promise<OpenStore> {
  const { Kysely, sql } = await import('kysely')
  const { kyselyAdapter, migrate } = await import('../../src/adapters/kysely.js')
  const db = new Kysely<unknown>({ dialect })
  await migrate(db)
  const read = async (table: string): Promise<Table> =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows
  return {
    adapter: kyselyAdapter(db),
    readRows: () => readTables(read, ['User', 'Account', 'Session', 'VerificationToken']),
    close: () => db.destroy(),
  }
}

async function openPublished(
  pool: Pool,
  adapter: Adapter,
  tables: readonly string[],
  names: Names,
): Promise<OpenStore> {
  const { rows } = await pool.query<{ isThere: unknown }>('select to_regclass($1) as "isThere"', [
    `"${names[0]}"`,
  ])
  if (rows[0]?.isThere === null) for (const statement of tables) await pool.query(statement)
  const read = async (table: string): Promise<Table> =>
    (await pool.query<Record<string, unknown>>(`select * from "${table}"`)).rows
  return { adapter, readRows: () => readTables(read, names), close: () => pool.end() }
}

async function readTables(
  read: (table: string) => Promise<Table>,
  [users, accounts, sessions, notes]: Names,
): Promise<Rows> {
  const text = (value: unknown): string => String(value)
  return {
    users: (await read(users)).map(({ id, email }) => ({
      id: text(id),
      email: typeof email === 'string' ? email : null,
    })),
    accounts: (await read(accounts)).map(({ userId, provider }) => ({
      userId: text(userId),
      provider: text(provider),
    })),
    sessions: (await read(sessions)).map(({ userId }) => ({ userId: text(userId) })),
    notes: (await read(notes)).map(({ identifier }) => text(identifier)),
  }
}

async function openRedis(url: string): Promise<OpenStore> {
  const { createClient } = await import('redis')
  const { redisAdapter } = await import('../../src/adapters/redis.js')
  const client = createClient({ url })
  await client.connect()
  const adapter = redisAdapter(client)
  return {
    adapter,
    close: async () => client.destroy(),
    async readRows() {
      const ids = await idsOf(['*{user:*}', '*{user:*}:accounts', '*{user:*}:sessions'])
      const users = await Promise.all(ids.map(async (id) => adapter.getUser(id)))
      const accounts = await Promise.all(ids.map(async (id) => adapter.listAccountsByUserId(id)))
      const sessions = await Promise.all(ids.map(async (id) => adapter.listSessionsByUserId(id)))
      return {
        users: users.filter((user) => user !== null),
        accounts: accounts.flat(),
        sessions: sessions.flat(),
        notes: await client.keys('*}:token:*'),
      }
    },
  }

  async function idsOf(patterns: readonly string[]): Promise<readonly string[]> {
    const keys = await Promise.all(patterns.map((pattern) => client.keys(pattern)))
    const ids = keys.flat().map((key) => /\{user:([^}]*)\}/.exec(key)?.[1] ?? '')
    return [...new Set(ids)]
  }
}
