import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import type { Browser } from '../support/browser.js'
import { ada, login, makeApp, sessionCookie, type App } from '../support/apps/app.js'
import { describeWith } from '../support/servers/describe-with.js'

describeWith('postgres', 'a pool of few connections', (server) => {
  it.each([1, 2])('of %i serves sign-ins and session reads at once', async (max) => {
    const { app, reader } = await openApp(await server.createDatabase('pool'), { max })
    const visitors = Array.from({ length: 12 }, () => app.browser())
    const signIns = Promise.all(visitors.map((visitor) => visitor.signIn(login)))
    const reads = await Promise.all(Array.from({ length: 30 }, () => reader.session()))
    await signIns
    expect(reads.every((session) => session?.user?.email === ada.email)).toBe(true)
    for (const visitor of visitors) expect(await visitor.session()).not.toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('that sign-ins have exhausted leaves a session its cookie', async () => {
    const url = await server.createDatabase('pool')
    const { adapter, reader, exhaust } = await openApp(url, { max: 2 })
    const hasty = makeApp({ adapter, adapterTimeout: 1, session: { strategy: 'database' } })
    const waiting = hasty.browser()
    for (const { name, value } of reader.cookies) waiting.plant(name, value)
    const signIns = await exhaust()
    expect(await waiting.session()).toBeNull()
    expect(waiting.cookie(sessionCookie)).toBeDefined()
    await signIns.release()
    expect(await reader.session()).not.toBeNull()
    expect(hasty.codes('error')).toContain('SessionTokenError')
  })

  it('that sign-ins have exhausted asks the next visitor to try again', async () => {
    const url = await server.createDatabase('pool')
    const { app, exhaust } = await openApp(url, { max: 2, connectionTimeoutMillis: 3000 })
    const signIns = await exhaust()
    const { status, response } = await app.browser().signIn(login)
    expect([status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await signIns.release()).filter(Boolean)).toHaveLength(2)
  })

  it('that sign-ins have exhausted does not stop session reads with `sessionDb`', async () => {
    const url = await server.createDatabase('pool')
    const { reader, exhaust } = await openApp(url, { max: 2, sessionDb: connect(url, 1).db })
    const signIns = await exhaust()
    for (let count = 0; count < 20; count += 1)
      expect((await reader.session())?.user?.email).toBe(ada.email)
    expect(await signIns.release()).toEqual([true, true, true])
  })

  it('for session reads sees a sign-out at once', async () => {
    const url = await server.createDatabase('pool')
    const { reader, app } = await openApp(url, { max: 2, sessionDb: connect(url, 1).db })
    const twin = app.browser()
    for (const { name, value } of reader.cookies) twin.plant(name, value)
    expect(await twin.session()).not.toBeNull()
    await reader.signOut()
    expect(await twin.session()).toBeNull()
  })

  it('for session reads cannot be combined with a replica', async () => {
    const { db } = connect(await server.createDatabase('pool'), 1)
    expect(() => kyselyAdapter(db, { reader: db, sessionDb: db })).toThrow('cannot be combined')
  })
})

interface Options {
  readonly max: number
  readonly sessionDb?: Kysely<unknown>
  /** Milliseconds to wait for a connection of the pool. 0 means forever. */
  readonly connectionTimeoutMillis?: number
}

/** Opens an app with a user who is signed in. */
async function openApp(url: string, { max, sessionDb, connectionTimeoutMillis = 0 }: Options) {
  const { db, pool } = connect(url, max, connectionTimeoutMillis)
  await migrate(db)
  const adapter = kyselyAdapter(db, { sessionDb })
  await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const app = makeApp({ adapter, adapterTimeout: 120, session: { strategy: 'database' } })
  const reader = app.browser()
  await reader.signIn(login)
  expect(await reader.session()).not.toBeNull()
  return { adapter, app, reader, exhaust: () => exhaust(url, app, pool) }
}

/** Lets sign-ins wait for a lock, until they have every connection of the pool. */
async function exhaust(url: string, app: App, pool: pg.Pool) {
  const locker = new pg.Client({ connectionString: url })
  await locker.connect()
  await locker.query('begin')
  // Sessions can be read, but not created.
  await locker.query('lock table "Session" in share mode')
  const visitors = [app.browser(), app.browser(), app.browser()]
  const signIns = visitors.map((visitor) => visitor.signIn(login))
  // What a transaction reads here does not change until it ends.
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const countWaiting = async (): Promise<number> =>
    (await watcher.query<{ count: number }>(waiting)).rows[0]?.count ?? 0
  await expect.poll(countWaiting).toBe(pool.options.max)
  await watcher.end()
  return {
    /** Returns which visitors are signed in afterwards. */
    release: async (): Promise<boolean[]> => {
      await locker.query('commit')
      await locker.end()
      await Promise.all(signIns)
      return Promise.all(visitors.map(isSignedIn))
    },
  }
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.session()) !== null
}

function connect(url: string, max: number, connectionTimeoutMillis = 0) {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  return { db, pool }
}
