import Database from 'libsql'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter, migrate } from '../../../src/adapters/kysely.js'
import { makeTokenApp } from '../../support/apps/token-app.js'

it('a table without a column for keys refuses a key, and stores other tokens', async () => {
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  onTestFinished(() => db.destroy())
  await migrate(db)
  await sql`alter table "Account" drop column "dpopKey"`.execute(db)
  const adapter = kyselyAdapter(db)
  const { id } = await adapter.createUser({
    id: '1',
    email: 'ada@example.test',
    emailVerified: null,
  })
  const keys = { provider: 'op', providerAccountId: 'ada' }
  const account = { ...keys, type: 'oidc', userId: id, access_token: 'one' } as const
  const refusal = 'The table for Account lacks dpopKey; add it with migrate()'
  await expect(adapter.linkAccount({ ...account, dpopKey: 'key' })).rejects.toThrow(refusal)
  await adapter.linkAccount(account)
  await expect(adapter.updateAccount({ ...keys, dpopKey: 'key' })).rejects.toThrow(refusal)
  await adapter.updateAccount({ ...keys, access_token: 'two', dpopKey: null })
  expect(await adapter.getAccount('ada', 'op')).toMatchObject({ access_token: 'two' })
})

it('a table without the columns of leases is named in the error of a refresh', async () => {
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  onTestFinished(() => db.destroy())
  await migrate(db)
  await sql`alter table "Account" drop column "refreshLease"`.execute(db)
  const app = await makeTokenApp({ adapter: kyselyAdapter(db) })
  await expect(app.get()).rejects.toMatchObject({
    type: 'MissingAdapterMethods',
    message: 'The table for Account lacks refreshLease; add them with migrate()',
  })
})
