import { Kysely, sql, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate } from '../../../src/adapters/kysely.js'
import { combineAudit, jsonLines, kyselyAuditTrail, type AuditSink } from '../../../src/audit.js'
import { listActivity } from '../../../src/core.js'
import type { AuditRecord } from '../../../src/model/audit.js'
import {
  enterAnew,
  makeAccountsApp,
  verifiedClaims,
  requestFrom,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const opened: Kysely<unknown>[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

async function openDatabase(): Promise<Kysely<unknown>> {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  opened.push(db)
  await migrate(db)
  return db
}

async function makeTrailApp(): Promise<AccountsApp> {
  const db = await openDatabase()
  return makeAccountsApp({ adapter: kyselyAdapter(db), audit: kyselyAuditTrail(db) })
}

describe('listActivity', () => {
  it('returns the records of the signed-in user, the newest first', async () => {
    const app = await makeTrailApp()
    const browser = await enterAnew(app)
    await enterAnew(app, { person: { ...verifiedClaims, sub: 'other', email: 'eve@example.test' } })
    const { records, next } = await listActivity(requestFrom(browser), app.config)
    expect(records.map(({ event }) => event)).toEqual(['signed-in', 'linked', 'user-created'])
    expect(records.map(({ isCurrentSession }) => isCurrentSession)).toEqual([true, false, false])
    expect(new Set(records.map(({ userId }) => userId)).size).toBe(1)
    expect(next).toBeUndefined()
  })

  it('returns pages that follow each other', async () => {
    const app = await makeTrailApp()
    const browser = await enterAnew(app)
    const request = requestFrom(browser)
    const all = await listActivity(request, app.config)
    const first = await listActivity(request, app.config, { limit: 2 })
    const second = await listActivity(request, app.config, { limit: 2, before: first.next })
    expect(first.records).toHaveLength(2)
    expect([...first.records, ...second.records]).toEqual(all.records)
    expect(second.next).toBeUndefined()
  })

  it('shows a user that the password was guessed', async () => {
    const db = await openDatabase()
    const app = await makeMailingApp({ audit: kyselyAuditTrail(db) })
    const browser = app.browser()
    await app.attempt({ email, password: 'wrong' })
    await app.attempt({ email, password }, browser)
    const { records } = await listActivity(requestFrom(browser), app.config)
    expect(records).toMatchObject([
      { event: 'signed-in' },
      { event: 'refused', code: 'CredentialsSignin' },
      { event: 'password-changed' },
    ])
  })

  it('keeps a record though the records that have expired could not be deleted', async () => {
    const db = await openDatabase()
    await sql`create trigger "no" before delete on "AuditRecord" begin select raise(abort, 'no'); end`.execute(
      db,
    )
    const trail = kyselyAuditTrail(db)
    const record = { version: 1, event: 'signed-in', outcome: 'success', userId: 'ada' } as const
    await trail({ ...record, id: '1', time: '2020-01-01T00:00:00.000Z' })
    await trail({ ...record, id: '2', time: '2026-01-01T00:00:00.000Z' })
    const kept = await trail.list({ userId: 'ada', limit: 10 })
    expect(kept.map(({ id }) => id)).toEqual(['2', '1'])
    await expect(trail.deleteExpired()).rejects.toThrow()
  })

  it('never returns a record of another user, whatever the list of the app returns', async () => {
    const foreign: AuditRecord = {
      version: 1,
      id: '019a0000-0000-7000-8000-000000000000',
      time: '2026-11-17T08:00:00.000Z',
      event: 'signed-in',
      outcome: 'success',
      userId: 'another user',
    }
    const audit: AuditSink = Object.assign(() => {}, { list: () => [foreign] })
    const app = await makeAccountsApp({ audit })
    const browser = await enterAnew(app)
    const page = await listActivity(requestFrom(browser), app.config)
    expect(page).toEqual({ records: [], next: undefined })
  })

  it('names the browser of a record in words of our own', async () => {
    const time = '2026-11-17T08:00:00.000Z'
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const agents = [firefox, '<b>mine</b>', undefined]
    const audit: AuditSink = Object.assign(() => {}, {
      list: ({ userId }: { readonly userId: string }) =>
        agents.map((userAgent, index) => ({
          version: 1 as const,
          id: String(index),
          time,
          event: 'signed-in' as const,
          outcome: 'success' as const,
          userId,
          userAgent,
        })),
    })
    const app = await makeAccountsApp({ audit })
    const { records } = await listActivity(requestFrom(await enterAnew(app)), app.config)
    expect(records.map(({ browser }) => browser)).toEqual(['Firefox · Linux', undefined, undefined])
  })

  it('asks for 2 to 101 records, whatever the caller wants', async () => {
    const limits: number[] = []
    const audit: AuditSink = Object.assign(() => {}, {
      list: ({ limit }: { readonly limit: number }) => {
        limits.push(limit)
        return []
      },
    })
    const app = await makeAccountsApp({ audit })
    const request = requestFrom(await enterAnew(app))
    for (const limit of [undefined, 1, 0, -5, 1000, Number.NaN, Infinity, 2.7]) {
      await listActivity(request, app.config, { limit })
    }
    expect(limits).toEqual([21, 2, 2, 2, 101, 2, 101, 3])
  })

  it('rejects a place that is not an id', async () => {
    const app = await makeTrailApp()
    const request = requestFrom(await enterAnew(app))
    await expect(listActivity(request, app.config, { before: "' or 1 = 1" })).rejects.toMatchObject(
      { type: 'InvalidRequestBody' },
    )
  })

  it('rejects visitors who are not signed in', async () => {
    const app = await makeTrailApp()
    await expect(listActivity(requestFrom(app.browser()), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })

  it('rejects if the option `audit` cannot list records', async () => {
    const app = await makeAccountsApp({ audit: jsonLines({ write: () => true }) })
    const browser = await enterAnew(app)
    await expect(listActivity(requestFrom(browser), app.config)).rejects.toThrow(
      'The option `audit` cannot list records.',
    )
  })

  it('reads the list of a combined sink', async () => {
    const db = await openDatabase()
    const sink = combineAudit(jsonLines({ write: () => true }), kyselyAuditTrail(db))
    const app = await makeAccountsApp({ audit: sink })
    const browser = await enterAnew(app)
    const { records } = await listActivity(requestFrom(browser), app.config)
    expect(records).toHaveLength(3)
  })
})
