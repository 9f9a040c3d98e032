import { Kysely, SqliteDialect } from 'kysely'
import { kyselyAdapter, type KyselyAdapter } from 'latchkey/adapters/kysely'
import Database from 'libsql'
import { applicationAt, databaseUrl } from './deployment'

/** Runs work on the database of the application that serves an origin, and closes it. */
export async function withStore<T>(
  origin: string,
  work: (adapter: KyselyAdapter) => Promise<T>,
): Promise<T> {
  const path = databaseUrl(applicationAt(origin)).slice('file:'.length)
  const database = new Database(path, { timeout: 10_000 })
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  try {
    return await work(kyselyAdapter(db))
  } finally {
    await db.destroy()
  }
}
