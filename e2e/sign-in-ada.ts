import { Kysely, SqliteDialect } from 'kysely'
import { kyselyAdapter } from 'latchkey/adapters/kysely'
import type { AuthConfig } from 'latchkey/core'
import Credentials from 'latchkey/providers/credentials'
import { signInAs, type StorageState } from 'latchkey/testing'
import Database from 'libsql'
import { applicationAt, AUTH_SECRET, databaseUrl } from './deployment'

const ada = {
  id: 'person-1815',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: '/ada.svg',
}

/** Signs Ada in without a form, in the database of the application. */
export async function signInAda(origin: string): Promise<StorageState> {
  const path = databaseUrl(applicationAt(origin)).slice('file:'.length)
  const database = new Database(path, { timeout: 10_000 })
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  const config: AuthConfig = {
    secret: AUTH_SECRET,
    adapter: kyselyAdapter(db),
    providers: [Credentials({ authorize: () => null })],
  }
  try {
    return (await signInAs(config, ada, { origin })).storageState
  } finally {
    await db.destroy()
  }
}
