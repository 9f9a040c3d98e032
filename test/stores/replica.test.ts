import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter, migrate, type KyselyAdapter } from '../../src/adapters/kysely.js'
import type { AuthConfig } from '../../src/core.js'
import { openBrowser, type Browser } from '../support/browser.js'
import { ada, login, makeApp, sessionCookie } from '../support/apps/app.js'
import { describeWith } from '../support/servers/describe-with.js'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../support/servers/replicated-postgres.js'
import type { Tables, TestDatabase } from './kysely-databases.js'

/** Seconds by which a session from the replica may be outdated. */
const readerLag = 1
/** Seconds by which the replica is held back. */
const delay = 5

describeWith('postgres', 'a replica of PostgreSQL', () => {
  let servers: ReplicatedPostgres
  let watcher: TestDatabase
  let replicaWatcher: TestDatabase
  beforeAll(async () => {
    servers = await startReplicatedPostgres()
    watcher = openPostgres(servers.primary.url)
    replicaWatcher = openPostgres(servers.replica.url)
    await migrate(watcher.db)
    await kyselyAdapter(watcher.db).createUser({ ...user, emailVerified: null })
  }, 120_000)
  afterAll(async () => {
    await watcher.db.destroy()
    await replicaWatcher.db.destroy()
    await servers.remove()
  })
  beforeEach(async () => {
    await servers.holdBack(0)
    await untilReplicated()
  })

  it('answers the reads of pages when it has caught up', async () => {
    const { browser, writer, reader } = await signIn(openProcess())
    await untilReplicaIsUsed({ browser, writer })
    const before = reader.statements.length
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(reader.statements.length).toBe(before + 1)
  })

  it.each(['database', 'jwt'] as const)(
    'does not sign out a user whose session it does not have yet (%s)',
    async (strategy) => {
      const other = openProcess(strategy)
      await warmUp(other, strategy)
      await servers.holdBack(delay)
      const { browser } = await signIn(openProcess(strategy))
      const elsewhere = moveTo(other, browser)
      expect(await countOnReplicaOnly()).toBe(-1)
      expect(await elsewhere.session()).toMatchObject({ user: { name: 'Ada' } })
      expect(elsewhere.cookie(sessionCookie)).toBe(browser.cookie(sessionCookie))
    },
  )

  it.each(['database', 'jwt'] as const)(
    'does not show an ended session at once in this process, and after `readerLag` in others (%s)',
    async (strategy) => {
      const own = await signIn(openProcess(strategy))
      const other = openProcess(strategy)
      const elsewhere = moveTo(other, own.browser)
      await untilReplicaIsUsed({ browser: elsewhere, writer: other.writer })
      await untilReplicaIsUsed(own)
      const again = moveTo(own, own.browser)
      await servers.holdBack(delay)
      await own.browser.signOut()
      expect(await again.session()).toBeNull()
      await wait(readerLag * 1000)
      expect(await countOnReplicaOnly()).toBe(1)
      expect(await elsewhere.session()).toBeNull()
    },
  )

  it('does not end a session that was extended since', async () => {
    const { browser } = await signIn(openProcess())
    const other = openProcess()
    const elsewhere = moveTo(other, browser)
    await setExpiry(1500)
    await untilReplicated()
    await untilReplicaIsUsed({ browser: elsewhere, writer: other.writer })
    await servers.holdBack(delay)
    await setExpiry(30 * 24 * 3_600_000)
    await wait(1600)
    expect(await elsewhere.session()).not.toBeNull()
  })

  it('is not asked for users, lists, tokens or counts', async () => {
    const { adapter, reader } = openProcess()
    await servers.holdBack(delay)
    const id = crypto.randomUUID()
    const email = `${id}@example.test`
    const account = { provider: 'op', providerAccountId: id, type: 'oidc', userId: id } as const
    const expires = new Date(Date.now() + 60_000)
    await kyselyAdapter(watcher.db).createUser({ id, email, emailVerified: null })
    await kyselyAdapter(watcher.db).linkAccount(account)
    await kyselyAdapter(watcher.db).createSession({ sessionToken: id, userId: id, expires })
    expect(await adapter.getUserByEmail(email)).toMatchObject({ id })
    expect(await adapter.getUserByAccount(account)).toMatchObject({ id })
    expect(await adapter.listAccountsByUserId(id)).toHaveLength(1)
    expect(await adapter.listSessionsByUserId(id)).toHaveLength(1)
    await kyselyAdapter(watcher.db).deleteSession(id)
    expect(await adapter.listSessionsByUserId(id)).toEqual([])
    expect(reader.statements).toEqual([])
  })

  it('is done without if it cannot be reached', async () => {
    const { browser, writer } = await signIn(openProcess())
    await untilReplicaIsUsed({ browser, writer })
    await servers.replica.stop()
    onTestFinished(() => servers.replica.start())
    expect(await browser.session()).not.toBeNull()
  })

  it('takes over as the primary, with the sessions that it has', async () => {
    const { browser } = await signIn(openProcess())
    await untilReplicated()
    await servers.primary.stop()
    await servers.promote()
    const promoted = openProcess('database', servers.replica.url)
    const elsewhere = moveTo(promoted, browser)
    expect(await elsewhere.session()).not.toBeNull()
    await elsewhere.signOut()
    expect(await moveTo(promoted, browser).session()).toBeNull()
  })

  function openProcess(
    strategy: 'database' | 'jwt' = 'database',
    url: string = servers.primary.url,
  ): Process {
    const writer = openPostgres(url)
    const reader = openPostgres(servers.replica.url)
    const adapter = kyselyAdapter(writer.db, { reader: reader.db, readerLag })
    const { config } = makeApp({ adapter, session: { strategy, recheckAge: 0 } })
    onTestFinished(async () => {
      await writer.db.destroy()
      await reader.db.destroy()
    })
    return { config, adapter, writer, reader }
  }

  /** Brings a process so far that it reads other sessions from the replica. */
  async function warmUp(process: Process, strategy: 'database' | 'jwt'): Promise<void> {
    const { browser } = await signIn(openProcess(strategy))
    await untilReplicaIsUsed({ browser: moveTo(process, browser), writer: process.writer })
  }

  async function untilReplicaIsUsed({
    browser,
    writer,
  }: Pick<SignedIn, 'browser' | 'writer'>): Promise<void> {
    await expect
      .poll(
        async () => {
          const before = countReads(writer)
          await browser.session()
          return countReads(writer) - before
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(0)
  }

  async function untilReplicated(): Promise<void> {
    const position = await select(watcher, 'select pg_current_wal_insert_lsn()::text as value')
    await expect
      .poll(
        () =>
          select(
            replicaWatcher,
            `select pg_last_wal_replay_lsn() >= '${String(position)}' as value`,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
  }

  /** How many sessions more the replica has than the primary. */
  async function countOnReplicaOnly(): Promise<number> {
    const count = 'select count(*)::int as value from "Session"'
    return Number(await select(replicaWatcher, count)) - Number(await select(watcher, count))
  }

  async function setExpiry(milliseconds: number): Promise<void> {
    const expires = new Date(Date.now() + milliseconds).toISOString()
    await select(watcher, `update "Session" set expires = '${expires}' returning 1 as value`)
  }
})

/** A pool whose servers may be stopped. */
function openPostgres(connectionString: string): TestDatabase {
  const pool = new pg.Pool({ connectionString, max: 4 })
  // Unheard, a broken connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const statements: string[] = []
  const log = ({ query }: LogEvent): void => void statements.push(query.sql.trim())
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log }), statements }
}

const user = { ...ada, email: 'ada@example.test' }

interface Process {
  readonly config: AuthConfig
  readonly adapter: KyselyAdapter
  readonly writer: TestDatabase
  readonly reader: TestDatabase
}

interface SignedIn extends Process {
  readonly browser: Browser
}

async function signIn(process: Process): Promise<SignedIn> {
  const browser = openBrowser(process.config, 'https://app.test')
  await browser.signIn(login)
  expect(browser.cookie(sessionCookie)).toBeDefined()
  return { ...process, browser }
}

/** A browser with the same cookies, in front of another process. */
function moveTo({ config }: Pick<Process, 'config'>, { cookies }: Browser): Browser {
  const browser = openBrowser(config, 'https://app.test')
  for (const { name, value } of cookies) browser.plant(name, value)
  return browser
}

function countReads({ statements }: TestDatabase): number {
  return statements.filter((text) => text.startsWith('select')).length
}

async function select({ db }: TestDatabase, text: string): Promise<unknown> {
  const query = { sql: text, parameters: [], query: { kind: 'RawNode' }, queryId: {} } as never
  const { rows } = await db.executeQuery<{ value: unknown }>(query)
  return rows[0]?.value
}
