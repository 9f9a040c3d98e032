import { afterAll, beforeAll, describe } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import type { KyselyAdapter, KyselyDatabase } from '../../src/adapters/kysely.js'
import { keepsContract, oneStepMethods } from '../support/adapters/keeps-contract.js'
import { describeWith } from '../support/servers/describe-with.js'
import { asMysql, openMariadb, openPglite, openPostgres, openSqlite } from './kysely-databases.js'
import type { TestDatabase } from './kysely-databases.js'

describe('the Kysely adapter on SQLite', () => {
  keepsTheContract(() => openSqlite())
})

describe('the Kysely adapter on PGlite', () => {
  // PGlite takes a byte order mark at the beginning of a text for one of its own.
  keepsTheContract(openPglite, undefined, [
    'text: users keep special text',
    'text: accounts keep special text',
    'text: verification tokens keep special text',
  ])
})

describeWith('postgres', 'the Kysely adapter on PostgreSQL', (server) => {
  keepsTheContract(async () => openPostgres(await server.createDatabase('kysely')))
})

describeWith('mariadb', 'the Kysely adapter on MariaDB', (server) => {
  keepsTheContract(async () => openMariadb(await server.createDatabase('kysely')))
})

describeWith('mariadb', 'the Kysely adapter on a server that returns no rows', (server) => {
  keepsTheContract(async () => openMariadb(await server.createDatabase('kysely')), asMysql)
})

function keepsTheContract(
  open: () => Promise<TestDatabase> | TestDatabase,
  change: (db: KyselyDatabase) => KyselyDatabase = (db) => db,
  failing: readonly string[] = [],
): void {
  let db: TestDatabase['db']
  let adapter: KyselyAdapter
  beforeAll(async () => {
    db = (await open()).db
    await migrate(db)
    adapter = kyselyAdapter(change(db))
  })
  afterAll(async () => db.destroy())
  keepsContract(() => adapter, { lacks: oneStepMethods, fails: failing })
}
