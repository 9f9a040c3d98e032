import type { Adapter } from 'latchkey'
import { kyselyAdapter, migrate } from 'latchkey/adapters/kysely'
import { redisAdapter } from 'latchkey/adapters/redis'
import { kyselyAuditTrail, type AuditSink } from 'latchkey/audit'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Dialect, Kysely } from 'kysely'
import { people } from './people'

/** An adapter that can be asked for people, and given some. */
type Store = Adapter & Required<Pick<Adapter, 'createUser' | 'getUser'>>

/** Where everything is kept. */
interface Database {
  readonly adapter: Store
  /** Undefined in Redis, which has no table for it. */
  readonly audit: AuditSink | undefined
}

const opened = Symbol.for('latchkey-demo.store')
const place = globalThis as typeof globalThis & { [opened]?: Promise<Database> | undefined }

/**
 * Where users, accounts, sessions and the audit trail are kept: in Redis if there is a `REDIS_URL`, otherwise in the
 * database of `DATABASE_URL`, which by default is a file.
 *
 * Opened once a process: the dev server loads this module again whenever it has changed.
 */
export function openDatabase(): Promise<Database> {
  place[opened] ??= open().catch((error: unknown) => {
    // The next request tries again.
    place[opened] = undefined
    throw error
  })
  return place[opened]
}

async function open(): Promise<Database> {
  const { REDIS_URL, DATABASE_URL = 'file:.data/demo.sqlite' } = process.env
  const database = REDIS_URL ? await openRedis(REDIS_URL) : await openSql(DATABASE_URL)
  const { adapter } = database
  for (const { id, name, email, image } of people) {
    if (await adapter.getUser(id)) continue
    await adapter.createUser({ id, name, email, image, emailVerified: null })
  }
  return database
}

async function openRedis(url: string): Promise<Database> {
  const { createClient } = await import('redis')
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', report('Redis'))
  await client.connect()
  return { adapter: redisAdapter(client), audit: undefined }
}

async function openSql(url: string): Promise<Database> {
  const { Kysely } = await import('kysely')
  const db: Kysely<unknown> = new Kysely({ dialect: await chooseDialect(url) })
  await migrate(db)
  return { adapter: kyselyAdapter(db), audit: kyselyAuditTrail(db, { retentionDays: 30 }) }
}

async function chooseDialect(url: string): Promise<Dialect> {
  const { MysqlDialect, PostgresDialect, SqliteDialect } = await import('kysely')
  const scheme = url.slice(0, url.indexOf(':'))
  switch (scheme) {
    case 'postgres':
    case 'postgresql': {
      const { default: pg } = await import('pg')
      const pool = new pg.Pool({ connectionString: url })
      // A connection that breaks while it is idle would otherwise end the process.
      pool.on('error', report('PostgreSQL'))
      return new PostgresDialect({ pool })
    }
    case 'mysql': {
      const { createPool } = await import('mysql2')
      return new MysqlDialect({ pool: createPool(url) })
    }
    case 'file': {
      const { default: Database } = await import('libsql')
      const path = url.slice('file:'.length)
      // Other users of the machine must not read sessions and addresses.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      closeSync(openSync(path, 'a', 0o600))
      return new SqliteDialect({ database: new Database(path, { timeout: 10_000 }) })
    }
    default:
      throw new Error(`DATABASE_URL begins with ${scheme}:, not with postgres:, mysql: or file:.`)
  }
}

function report(server: string): (error: Error) => void {
  return ({ message }) => console.error(`${server}: ${message}`)
}
