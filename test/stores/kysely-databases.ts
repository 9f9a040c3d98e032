import { PGlite } from '@electric-sql/pglite'
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import type { LogEvent, PostgresPoolClient } from 'kysely'
import Database from 'libsql'
import { createPool } from 'mysql2'
import pg from 'pg'
import type { KyselyConnection, KyselyDatabase, KyselyScope } from '../../src/adapters/kysely.js'

/** Tables are named in SQL only. */
export type Tables = Record<string, Record<string, unknown>>

/** A database, and the statements that were sent to it. */
export interface TestDatabase {
  readonly db: Kysely<Tables>
  readonly statements: string[]
}

export function openSqlite(path = ':memory:'): TestDatabase {
  return open(new SqliteDialect({ database: new Database(path, { timeout: 10_000 }) }))
}

/** Its one connection is handed from one user to the next; a shared one is not closed. */
export function openPglite(shared?: PGlite): TestDatabase {
  const pglite = shared ?? new PGlite()
  let free: Promise<unknown> = pglite.waitReady
  const connect = async (): Promise<PostgresPoolClient> => {
    const turn = free
    let release = (): void => {}
    free = new Promise<void>((resolve) => (release = resolve))
    await turn
    return {
      query: async (sql: unknown, parameters?: unknown) => {
        const { rows, affectedRows } = await pglite.query(String(sql), [
          ...(Array.isArray(parameters) ? parameters : []),
        ])
        return { command: 'DELETE', rowCount: affectedRows ?? rows.length, rows }
      },
      release,
    } as PostgresPoolClient
  }
  return open(
    new PostgresDialect({
      pool: { connect, end: async () => (shared ? undefined : pglite.close()) },
    }),
  )
}

export function openPostgres(url: string, options: pg.PoolConfig = {}): TestDatabase {
  return open(new PostgresDialect({ pool: new pg.Pool({ connectionString: url, ...options }) }))
}

export function openMariadb(url: string, options: Record<string, unknown> = {}): TestDatabase {
  return open(new MysqlDialect({ pool: createPool({ uri: url, ...options }) }))
}

/** What MySQL does not have of MariaDB: rows that are returned by `INSERT` and `DELETE`. */
export function asMysql(db: KyselyDatabase): KyselyDatabase {
  const scope = (real: KyselyScope): KyselyScope => ({
    execute: async (work) => real.execute(async (inner) => work(connection(inner))),
  })
  return {
    ...connection(db),
    isTransaction: false,
    getExecutor: () => db.getExecutor(),
    transaction: () => scope(db.transaction()),
    connection: () => scope(db.connection()),
  }

  function connection(real: KyselyConnection): KyselyConnection {
    return {
      executeQuery: async (query) => {
        const result = await real.executeQuery(query)
        return { ...result, rows: result.rows.map((row) => withVersion(row)) }
      },
      withoutPlugins: () => connection(real.withoutPlugins()),
    }
  }
}

function withVersion(row: unknown): unknown {
  const isVersion = typeof row === 'object' && row !== null && 'version' in row
  return isVersion ? { ...row, version: '8.4.3' } : row
}

function open(dialect: SqliteDialect | PostgresDialect | MysqlDialect): TestDatabase {
  const statements: string[] = []
  const log = ({ query }: LogEvent): void => {
    statements.push(query.sql.replaceAll(/\s+/g, ' ').trim())
  }
  return { db: new Kysely<Tables>({ dialect, log }), statements }
}
