import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter, migrate, type KyselyDatabase } from '../../src/adapters/kysely.js'
import { describeWith } from '../support/servers/describe-with.js'
import { openMariadb, openPostgres, openSqlite, type TestDatabase } from './kysely-databases.js'

const now = new Date('2026-03-04T12:00:00.000Z')
const hour = 60 * 60 * 1000

/** How an engine makes rows and texts with the numbers from 1 to 2,600, and writes a date. */
interface Numbers {
  readonly rows: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly date: (date: Date) => RawBuilder<unknown>
}

const onPostgres: Numbers = {
  rows: sql`select n from generate_series(1, 2600) as n`,
  key: sql`'key ' || n`,
  date: (date) => sql`${sql.lit(date.toISOString())}::timestamptz`,
}
const onSqlite: Numbers = {
  rows: sql`select value as n from generate_series(1, 2600)`,
  key: sql`'key ' || n`,
  date: (date) => sql.lit(date.toISOString()),
}
const onMariadb: Numbers = {
  rows: sql`select seq as n from seq_1_to_2600`,
  key: sql`concat('key ', n)`,
  date: (date) => sql.lit(date.toISOString().replace('T', ' ').replace('Z', '')),
}

describe('deleteExpired on SQLite', () => {
  deletesInBatches(() => openSqlite(), onSqlite)
})

describeWith('postgres', 'deleteExpired on PostgreSQL', (server) => {
  const open = async (): Promise<TestDatabase> => openPostgres(await server.createDatabase('purge'))
  deletesInBatches(open, onPostgres)

  it('reads no whole table for the last batch, even if the statistics expect many rows', async () => {
    const { db, statements } = await open()
    onTestFinished(() => db.destroy())
    const many = sql`select n from generate_series(1, 20000) as n`
    await fill(db, { ...onPostgres, rows: many })
    await sql`update ${sql.table('Session')} set expires = ${onPostgres.date(new Date(+now - hour))} where random() < 0.5`.execute(
      db,
    )
    await sql`analyze`.execute(db)
    await kyselyAdapter(db).deleteExpired(now)
    const statement = statements.findLast((text) => text.includes('delete from "Session"')) ?? ''
    const withDate = statement.replaceAll(/\$\d+/g, `'${now.toISOString()}'`)
    const { rows } = await sql.raw<Record<string, string>>(`explain ${withDate}`).execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Session_expires_idx')
  })

  it('does not wait for a session that a request renews at that moment, and keeps it', async () => {
    const { db } = await open()
    onTestFinished(() => db.destroy())
    await fill(db, onPostgres)
    await db.transaction().execute(async (renewal) => {
      const renewed = sql`update ${sql.table('Session')} set expires = ${onPostgres.date(new Date(+now + hour))}`
      await sql`${renewed} where ${sql.ref('sessionToken')} = 'key 1'`.execute(renewal)
      await kyselyAdapter(db).deleteExpired(now)
    })
    await kyselyAdapter(db).deleteExpired(now)
    const left = await keysIn(db, 'Session')
    expect([left.includes(1), left.length]).toEqual([true, 101])
  })
})

describeWith('mariadb', 'deleteExpired on MariaDB', (server) => {
  deletesInBatches(async () => openMariadb(await server.createDatabase('purge')), onMariadb)
})

function deletesInBatches(
  open: () => Promise<TestDatabase> | TestDatabase,
  numbers: Numbers,
): void {
  it('deletes at most 1,000 rows with a statement, and every expired row', async () => {
    const { db } = await open()
    onTestFinished(() => db.destroy())
    await fill(db, numbers)
    const counts: number[] = []
    await kyselyAdapter(counting(db, counts)).deleteExpired(now)
    expect(Math.max(...counts)).toBe(1000)
    for (const table of ['Session', 'VerificationToken', 'UserFactor', 'Attempt'])
      expect([table, (await keysIn(db, table)).every((n) => n > 2500)]).toEqual([table, true])
    expect(counts.reduce((sum, count) => sum + count)).toBe(4 * 2500)
  })
}

/** Fills the tables with 2,500 rows that have expired, and 100 that have not. */
async function fill(db: TestDatabase['db'], { rows, key, date }: Numbers): Promise<void> {
  await migrate(db)
  const adapter = kyselyAdapter(db)
  await adapter.createUser({ id: 'ada', email: 'ada@example.test', emailVerified: null })
  const [old, young] = [date(new Date(+now - hour)), date(new Date(+now + hour))]
  const expires = sql`case when n > 2500 then ${young} else ${old} end`
  const source = sql`from (${rows}) as numbers`
  const insert = (table: string, columns: readonly string[], values: RawBuilder<unknown>) =>
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${values} ${source}`.execute(db)
  await insert('Session', ['sessionToken', 'userId', 'expires'], sql`${key}, 'ada', ${expires}`)
  await insert(
    'VerificationToken',
    ['identifier', 'token', 'expires'],
    sql`'ada@example.test', ${key}, ${expires}`,
  )
  await insert(
    'UserFactor',
    ['id', 'userId', 'type', 'lastStep', 'createdAt', 'expires'],
    sql`${key}, 'ada', 'device', 0, ${old}, ${expires}`,
  )
  await insert('Attempt', ['key', 'count', 'expires'], sql`${key}, 1, ${expires}`)
}

/** Returns the numbers of the rows that are left. */
async function keysIn(db: TestDatabase['db'], table: string): Promise<number[]> {
  const column = { Session: 'sessionToken', VerificationToken: 'token', UserFactor: 'id' }[table]
  const key = sql.ref(column ?? 'key')
  const { rows } = await sql<{
    name: string
  }>`select ${key} as name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => Number(name.split(' ')[1]))
}

/** The same database, which notes how many rows each statement changes. */
function counting(db: KyselyDatabase, counts: number[]): KyselyDatabase {
  const plain = db.withoutPlugins()
  return {
    isTransaction: db.isTransaction,
    getExecutor: () => db.getExecutor(),
    transaction: () => db.transaction(),
    connection: () => db.connection(),
    executeQuery: (query) => db.executeQuery(query),
    withoutPlugins: () => ({
      withoutPlugins: () => plain,
      executeQuery: async (query) => {
        const result = await plain.executeQuery(query)
        counts.push(Number(result.numAffectedRows ?? 0))
        return result
      },
    }),
  }
}
