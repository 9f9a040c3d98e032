import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate, type KyselyAdapter } from '../../src/adapters/kysely.js'
import type { Adapter } from '../../src/model/adapter.js'
import { describeWith } from '../support/servers/describe-with.js'
import { openMariadb, openPostgres, openSqlite, type TestDatabase } from './kysely-databases.js'

describe('a process that has just started, on SQLite', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cold-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('signs a user up although another process writes as soon as it has read', async () => {
    const path = join(folder, 'users.db')
    const warm = openSqlite(path)
    await migrate(warm.db)
    await warm.db.destroy()
    const other = new Database(path, { timeout: 10_000 })
    other.exec('pragma journal_mode = wal')
    const cold = openSqlite(path)
    cold.statements.push = (text) => {
      const isCatalog = text.includes('pragma_table_info')
      if (isCatalog) other.exec(`insert into "User" ("id") values ('${crypto.randomUUID()}')`)
      return 0
    }
    const adapter = kyselyAdapter(cold.db)
    const user = { id: 'ada', email: 'ada@example.test', emailVerified: null }
    await adapter.transaction?.(async (inside) => inside.createUser?.(user))
    expect(await adapter.getUser('ada')).toMatchObject(user)
    await cold.db.destroy()
    other.close()
  })
})

describeWith('mariadb', 'transactions that wait for each other on MariaDB', (server) => {
  bothSucceed(async () => openMariadb(await server.createDatabase('conflicts')))
})

describeWith('postgres', 'transactions that wait for each other on PostgreSQL', (server) => {
  bothSucceed(async () => openPostgres(await server.createDatabase('conflicts')))
})

function bothSucceed(open: () => Promise<TestDatabase>): void {
  let database: TestDatabase
  let adapter: KyselyAdapter
  beforeAll(async () => {
    database = await open()
    await migrate(database.db)
    adapter = kyselyAdapter(database.db)
    for (const id of ['ada', 'bob']) {
      await adapter.createUser({ id, email: `${id}@example.test`, emailVerified: null })
    }
  })
  afterAll(() => database.db.destroy())

  it('both succeed', async () => {
    let waiting = 0
    let meet = (): void => undefined
    const met = new Promise<void>((resolve) => (meet = resolve))
    const rename = async (inside: Adapter, first: string, second: string): Promise<void> => {
      await inside.updateUser?.({ id: first, name: `of ${first}` })
      waiting += 1
      if (waiting === 2) meet()
      // A transaction that runs again does not wait: the other one has gone on.
      await met
      await inside.updateUser?.({ id: second, name: `of ${first}` })
    }
    await Promise.all([
      adapter.transaction?.((inside) => rename(inside, 'ada', 'bob')),
      adapter.transaction?.((inside) => rename(inside, 'bob', 'ada')),
    ])
    const names = [await adapter.getUser('ada'), await adapter.getUser('bob')]
    expect(new Set(names.map((user) => user?.name)).size).toBe(1)
  })
}
