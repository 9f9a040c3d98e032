import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { kyselyAuditTrail, type AuditRecord } from '../../src/audit.js'
import { describeWith } from '../support/servers/describe-with.js'
import { person } from './kysely-auth-js-tables.js'
import { openMariadb, openPglite, openPostgres, openSqlite } from './kysely-databases.js'
import type { TestDatabase } from './kysely-databases.js'

const opened: TestDatabase[] = []
afterEach(async () => {
  for (const { db } of opened.splice(0)) await db.destroy()
})

function keep(database: TestDatabase): TestDatabase {
  opened.push(database)
  return database
}

describe('the audit trail on SQLite', () => {
  keepsRecords(async () => keep(openSqlite()))
})

describe('the audit trail on PGlite', () => {
  const pglite = new PGlite()
  afterAll(async () => pglite.close())
  keepsRecords(async () => {
    await pglite.exec('drop schema public cascade; create schema public')
    return keep(openPglite(pglite))
  })
})

describeWith('postgres', 'the audit trail on PostgreSQL', (server) => {
  keepsRecords(async () => keep(openPostgres(await server.createDatabase('audit'))))
})

describeWith('mariadb', 'the audit trail on MariaDB', (server) => {
  keepsRecords(async () => keep(openMariadb(await server.createDatabase('audit'))))
})

const hour = 60 * 60 * 1000
const begin = Date.parse('2026-11-17T08:00:00.250Z')

function recordOf(n: number, changes: Partial<AuditRecord> = {}): AuditRecord {
  const id = `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const time = new Date(begin + n).toISOString()
  return { version: 1, id, time, event: 'signed-in', outcome: 'success', ...changes }
}

function keepsRecords(open: () => Promise<TestDatabase>): void {
  it('returns every field as it was written', async () => {
    const { db } = await open()
    await migrate(db)
    const trail = kyselyAuditTrail(db)
    const whole = recordOf(1, {
      code: 'CredentialsSignin',
      action: 'callback',
      userId: 'user-1',
      sessionId: 'sha256:0',
      provider: 'op',
      clientAddress: '2001:db8:1:2::/64',
      userAgent: `Mozilla/5.0 "'; drop table User; -- ü€😀`,
      count: 7,
    })
    const sparse = recordOf(2, { userId: 'user-1' })
    await trail(whole)
    await trail(sparse)
    expect(await trail.list({ userId: 'user-1', limit: 10 })).toEqual([sparse, whole])
  })

  it('returns only the records of the user, from a place on, up to the limit', async () => {
    const { db } = await open()
    await migrate(db)
    const trail = kyselyAuditTrail(db)
    for (let n = 0; n < 6; n += 1) await trail(recordOf(n, { userId: n % 2 ? 'Ada' : 'ada' }))
    await trail(recordOf(6))
    const ids = async (query: object): Promise<readonly string[]> =>
      (await trail.list({ userId: 'ada', limit: 10, ...query })).map(({ id }) => id)
    const [zero, two, four] = [recordOf(0).id, recordOf(2).id, recordOf(4).id]
    expect(await ids({})).toEqual([four, two, zero])
    expect(await ids({ limit: 2 })).toEqual([four, two])
    expect(await ids({ before: four })).toEqual([two, zero])
    expect(await ids({ userId: 'eve' })).toEqual([])
  })

  it('keeps the records of a user who is deleted', async () => {
    const { db } = await open()
    await migrate(db)
    const trail = kyselyAuditTrail(db)
    const adapter = kyselyAdapter(db)
    const { id: userId } = await adapter.createUser(person)
    await trail(recordOf(1, { userId }))
    await adapter.deleteUser(userId)
    await adapter.deleteExpired(new Date(begin + 1000 * 24 * hour))
    expect(await trail.list({ userId, limit: 10 })).toHaveLength(1)
  })

  it('deletes records after the retention, once an hour, when others arrive', async () => {
    const { db } = await open()
    await migrate(db)
    const trail = kyselyAuditTrail(db, { retentionDays: 1 })
    const at = (milliseconds: number): AuditRecord => recordOf(milliseconds, { userId: 'ada' })
    const left = async (): Promise<number> =>
      (await trail.list({ userId: 'ada', limit: 100 })).length
    await trail(at(0))
    await trail(at(1))
    await trail(at(24 * hour + 1))
    expect(await left()).toBe(2)
    await trail(at(25 * hour))
    expect(await left()).toBe(3)
    await trail(at(25 * hour + 2))
    expect(await left()).toBe(3)
    await trail.deleteExpired(new Date(begin + 100 * 24 * hour))
    expect(await left()).toBe(0)
  })

  it('keeps all records if the retention is infinite', async () => {
    const { db } = await open()
    await migrate(db)
    const trail = kyselyAuditTrail(db, { retentionDays: Infinity })
    await trail(recordOf(0, { userId: 'ada' }))
    await trail.deleteExpired(new Date(begin + 10_000 * 24 * hour))
    expect(await trail.list({ userId: 'ada', limit: 10 })).toHaveLength(1)
    expect(() => kyselyAuditTrail(db, { retentionDays: 0 })).toThrow('more than 0, got 0')
  })

  it('uses the table that the app names', async () => {
    const { db } = await open()
    const tables = { AuditRecord: 'audit_records' }
    await migrate(db, { tables })
    await kyselyAuditTrail(db, { tables })(recordOf(1))
    const { rows } = await sql`select id from ${sql.table('audit_records')}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('says which table is missing', async () => {
    const { db } = await open()
    await expect(kyselyAuditTrail(db)(recordOf(1))).rejects.toThrow(
      'There is no table for AuditRecord; create it with migrate()',
    )
  })
}
