import { runOn } from './database.js'
import type { KyselyConnection, KyselyDatabase, Run } from './database.js'
import type { Engine } from './engine.js'
import { sql } from './sql.js'
import type { KyselyAdapterOptions } from './store.js'

type Work = (run: Run) => Promise<void>

/**
 * Runs work while no other process runs the same, in a transaction if the engine can create tables
 * in one.
 */
export async function runLocked(
  db: KyselyDatabase,
  engine: Engine,
  { transactions }: KyselyAdapterOptions,
  work: Work,
): Promise<void> {
  const locked = async (connection: KyselyConnection): Promise<void> =>
    locks[engine.dialect](runOn(connection, engine), work)
  if (db.isTransaction) return locked(db)
  if (engine.dialect === 'mysql') return db.connection().execute(locked)
  return transactions === false ? work(runOn(db, engine)) : db.transaction().execute(locked)
}

const locks: Readonly<Record<Engine['dialect'], (run: Run, work: Work) => Promise<void>>> = {
  // PostgreSQL holds the lock until the transaction ends.
  postgres: async (run, work) => {
    await run(sql`select pg_advisory_xact_lock(7809635224417)`)
    await work(run)
  },

  mysql: async (run, work) => {
    const { rows } = await run(sql`select get_lock('latchkey.migrate', 60) as acquired`)
    if (Number(rows[0]?.['acquired']) !== 1)
      throw new Error('migrate: another process has held the migration lock for a minute')
    try {
      await work(run)
    } finally {
      await run(sql`select release_lock('latchkey.migrate') as released`)
    }
  },

  // Writes first, because a transaction that begins with a read could not write after another
  // process has written.
  sqlite: async (run, work) => {
    await run(sql`create table latchkey_migrating (id integer)`)
    await run(sql`drop table latchkey_migrating`)
    await work(run)
  },
}
