import { afterEach } from 'vitest'
import { kyselyAdapter, migrate } from '../../../src/adapters/kysely.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { openSqlite, type TestDatabase } from '../../stores/kysely-databases.js'

const opened: TestDatabase[] = []

afterEach(async () => {
  for (const { db } of opened.splice(0)) await db.destroy()
})

/** Returns an adapter on a new SQLite database, which is closed after the test. */
export async function openDatabase(): Promise<Adapter> {
  const database = openSqlite()
  opened.push(database)
  await migrate(database.db)
  return kyselyAdapter(database.db)
}
